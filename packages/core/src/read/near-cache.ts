/**
 * A small LRU in this process, in front of the store. It holds what reads of the store brought, each entry for `ttl` from
 * when that read was asked for: so whatever is missed of an invalidation, it is obeyed within `ttl` (law 3). What is heard
 * of one drops its key at once, and what a read brings that was asked for before is not kept.
 *
 * Missing entries have a share of their own: however many unknown IDs are asked for, they push out no real entry.
 */
import { LRUCache } from 'lru-cache'
import type { Entry } from '../entry/entry.ts'
import type { NearSettings } from '../options/settings.ts'
import type { Clock } from '../time/clock.ts'
import type { Slot, TickBatch } from './tick-batch.ts'

/**
 * By both clocks: the monotonic one may stand still while a machine is suspended or a host has frozen the process, and the
 * other one may be set back.
 */
interface Moment {
  readonly monotonic: number
  readonly now: number
}

interface Held {
  readonly slot: Slot
  readonly until: Moment
}

/** Of the bounds, for missing entries. */
const MISSING_SHARE = 0.1
/**
 * Measured on V8: an entry without its texts; a character of these; and a character of the body once it is a value, too.
 * Ordinary values take within a third of what this makes of them. Those of many tiny objects take several times as much.
 */
const BYTES_PER_ENTRY = 450
const BYTES_PER_CHARACTER = 1
const BYTES_PER_CHARACTER_AS_VALUE = 2

export class NearCache {
  readonly #clock: Clock
  readonly #ttl: number
  #listen: (() => void) | undefined
  readonly #found: Share
  readonly #missing: Share
  /** Batches whose answers may be kept, and until when. */
  readonly #asked = new Map<TickBatch, Moment>()

  /** @param listen Called at the first read: from then on invalidations have to be heard of. */
  constructor({ max, maxBytes, ttl }: NearSettings, clock: Clock, listen: () => void) {
    this.#clock = clock
    this.#ttl = ttl
    this.#listen = listen
    this.#found = new Share(max * (1 - MISSING_SHARE), maxBytes * (1 - MISSING_SHARE))
    this.#missing = new Share(max * MISSING_SHARE, maxBytes * MISSING_SHARE)
  }

  /** Entries, those that have expired included. */
  get size(): number {
    return this.#found.size + this.#missing.size
  }

  get bytes(): number {
    return this.#found.bytes + this.#missing.bytes
  }

  /** Aligned to the keys. */
  look(keys: readonly (string | undefined)[]): (Slot | undefined)[] {
    const moment = this.#after(0)
    return keys.map((key) =>
      key === undefined ? undefined : (this.#found.get(key, moment) ?? this.#missing.get(key, moment)),
    )
  }

  /** Without making it the one that was used last. */
  holds(key: string): boolean {
    const moment = this.#after(0)
    return this.#found.has(key, moment) || this.#missing.has(key, moment)
  }

  /** From now on an invalidation of a key keeps what the batch brings for it out. */
  ask(batch: TickBatch): void {
    this.#listen?.()
    this.#listen = undefined
    this.#asked.set(batch, this.#after(this.#ttl))
  }

  /** The batch has been answered. */
  keep(batch: TickBatch): void {
    const until = this.#asked.get(batch)
    if (until === undefined) return
    this.#asked.delete(batch)
    for (const [key, slot] of batch.slots) {
      if (slot.entry === undefined || slot.isOutdated) continue
      const share = slot.entry.kind === 'missing' ? this.#missing : this.#found
      share.set(key, { slot, until }, bytesOf(key, slot.entry))
    }
  }

  /** The store may hold a newer entry. */
  forget(key: string): void {
    this.#found.delete(key)
    this.#missing.delete(key)
  }

  /** The key was invalidated. */
  drop(key: string): void {
    this.forget(key)
    for (const batch of this.#asked.keys()) {
      const slot = batch.slots.get(key)
      if (slot !== undefined) slot.isOutdated = true
    }
  }

  /** Any key may have been invalidated. */
  clear(): void {
    this.#found.clear()
    this.#missing.clear()
    this.#asked.clear()
  }

  /** So many ms from now. */
  #after(ms: number): Moment {
    return { monotonic: this.#clock.monotonic() + ms, now: this.#clock.now() + ms }
  }
}

function bytesOf(key: string, { stored, bodyAt }: Entry): number {
  return (
    BYTES_PER_ENTRY +
    BYTES_PER_CHARACTER * (key.length + stored.length) +
    BYTES_PER_CHARACTER_AS_VALUE * (stored.length - bodyAt)
  )
}

function isBefore(moment: Moment, until: Moment): boolean {
  return moment.monotonic < until.monotonic && moment.now < until.now
}

/** An LRU bounded in entries and in bytes. */
class Share {
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

  get(key: string, moment: Moment): Slot | undefined {
    const held = this.#entries.get(key)
    if (held === undefined) return undefined
    if (isBefore(moment, held.until)) return held.slot
    this.#entries.delete(key)
    return undefined
  }

  has(key: string, moment: Moment): boolean {
    const held = this.#entries.peek(key)
    return held !== undefined && isBefore(moment, held.until)
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
