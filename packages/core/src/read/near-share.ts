/** A share of the near cache: an LRU, in which each entry has its own end. */
import { LRUCache } from 'lru-cache'
import type { Slot } from './tick-batch.ts'

/**
 * By both clocks: the monotonic one may stand still while a machine is suspended or a host has frozen the process, and the
 * other one may be set back.
 */
export interface Moment {
  readonly monotonic: number
  readonly now: number
}

/** What a read of the store may leave here. */
export interface Asked {
  readonly until: Moment
  /** How many tags had been invalidated when it was asked for. */
  readonly number: number
}

export interface Held extends Asked {
  readonly slot: Slot
}

/** An LRU bounded in entries and in bytes. */
export class NearShare {
  readonly #max: number
  readonly #entries: LRUCache<string, Held>

  constructor(max: number, maxBytes: number) {
    this.#max = Math.max(1, Math.floor(max))
    this.#entries = new LRUCache({ maxSize: Math.max(1, Math.floor(maxBytes)) })
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  get(key: string, moment: Moment): Held | undefined {
    const held = this.#entries.get(key)
    if (held === undefined || isBefore(moment, held.until)) return held
    this.#entries.delete(key)
    return undefined
  }

  /** The same, without making it the one that was used last. */
  peek(key: string, moment: Moment): Held | undefined {
    const held = this.#entries.peek(key)
    return held !== undefined && isBefore(moment, held.until) ? held : undefined
  }

  set(key: string, held: Held, size: number): void {
    this.#entries.set(key, held, { size })
    while (this.#entries.size > this.#max) this.#entries.pop()
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}

function isBefore(moment: Moment, until: Moment): boolean {
  return moment.monotonic < until.monotonic && moment.now < until.now
}
