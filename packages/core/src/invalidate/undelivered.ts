/**
 * Invalidations, of IDs of one loader or of tags, that the store has not confirmed: kept, and tried again until it has. A prime is kept as an
 * invalidation: by the time it gets through, its value may be old.
 */

import { chunksOf } from '../store/chunks.ts'
import type { Part } from '../store/parts.ts'
import type { StoreGate } from '../store/store-gate.ts'
import { type How, ignore } from '../store/store-guard.ts'
import type { Cancel, Clock } from '../time/clock.ts'

/** Beyond this many keys the newest are refused. */
const MOST = 10_000
/** Keys in one command. */
export const CHUNK = 1_000
const FIRST_RETRY = 100
const LONGEST_RETRY = 5_000

/** What is invalidated. */
export interface Item {
  /** Its name, in events and errors. */
  readonly text: string
  /** What it concerns in the store: the key of an ID's current version, or of a tag's marker. */
  readonly key: string
}

interface Delivery<I> {
  readonly send: (items: readonly I[], how: How) => Promise<unknown>
  readonly delivered: (items: readonly I[]) => void
  readonly lost: (items: readonly I[]) => void
}

export class Undelivered<I extends Item> {
  readonly #gate: StoreGate
  readonly #clock: Clock
  readonly #delivery: Delivery<I>
  readonly #items = new Map<string, I>()
  /** By key, in this order: since when there was one, on the monotonic clock. */
  readonly #since = new Map<string, number>()
  /** By part of the store that has keys to be told of: what ends the waiting for the next attempt. */
  readonly #attempts = new Map<Part, Cancel>()
  #closed = false

  constructor(gate: StoreGate, clock: Clock, delivery: Delivery<I>) {
    this.#gate = gate
    this.#clock = clock
    this.#delivery = delivery
  }

  get size(): number {
    return this.#items.size
  }

  /** Milliseconds for which the oldest of them has been waiting; 0 where there is none. */
  get oldest(): number {
    const [since] = this.#since.values()
    return since === undefined ? 0 : this.#clock.monotonic() - since
  }

  has(key: string): boolean {
    return this.#items.has(key)
  }

  /** False where they are too many to be kept: nothing of them is. */
  keep(items: readonly I[]): boolean {
    const added = items.filter(({ key }) => !this.#items.has(key))
    if (this.#items.size + added.length > MOST) return false
    for (const { key } of added) this.#since.set(key, this.#clock.monotonic())
    for (const item of items) this.#items.set(item.key, item)
    this.#plan(items, () => 0)
    return true
  }

  /** Those of these keys that are undelivered now: a command for them that is sent from now on covers them. */
  of(items: readonly I[]): I[] {
    return items.flatMap(({ key }) => this.#items.get(key) ?? [])
  }

  /** A command that covers them got through. What failed since it was sent is not covered, and stays. */
  forget(items: readonly I[]): void {
    for (const item of items) {
      if (this.#items.get(item.key) !== item) continue
      this.#items.delete(item.key)
      this.#since.delete(item.key)
    }
  }

  /** Tries once more, and tells what is lost. */
  async close(): Promise<void> {
    this.#closed = true
    for (const cancel of this.#attempts.values()) cancel()
    await Promise.all(this.#byPart([...this.#items.values()]).map((group) => this.#deliver(group)))
    if (this.#items.size === 0) return
    this.#delivery.lost([...this.#items.values()])
    this.#items.clear()
    this.#since.clear()
  }

  #byPart(items: readonly I[]): (readonly I[])[] {
    return this.#gate.parts.group(items, ({ key }) => key)
  }

  /**
   * Each part that has some of them is tried again in its own time: one that is out does not keep the others waiting.
   *
   * @param failures Of a part, in a row.
   */
  #plan(items: readonly I[], failures: (part: Part) => number): void {
    if (this.#closed) return
    for (const [first] of this.#byPart(items)) {
      const part = this.#gate.parts.of((first as I).key)
      if (!this.#attempts.has(part)) this.#tryLater(part, failures(part))
    }
  }

  #tryLater(part: Part, failures: number): void {
    const delay = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** failures) * (0.75 + this.#clock.random() / 2)
    this.#attempts.set(
      part,
      this.#clock.after(delay, () => void this.#try(part, failures), { ref: false }),
    )
  }

  async #try(part: Part, failures: number): Promise<void> {
    const its = [...this.#items.values()].filter(({ key }) => this.#gate.parts.of(key) === part)
    await this.#deliver(its)
    this.#attempts.delete(part)
    // All that are left: keys may lie in another part by now.
    this.#plan([...this.#items.values()], (its) => (its === part ? failures + 1 : 0))
  }

  /** To one part of the store, until it fails. */
  async #deliver(group: readonly I[]): Promise<void> {
    for (const items of chunksOf(group, CHUNK)) {
      const delivered = await this.#delivery.send(items, { ref: false }).then(() => true, ignore)
      if (!delivered) return
      this.forget(items)
      this.#delivery.delivered(items)
    }
  }
}
