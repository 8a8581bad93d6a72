/**
 * A small LRU in this process, in front of the store. It holds what reads of the store brought, each entry for `ttl` from
 * when that read was asked for: so whatever is missed of an invalidation, it is obeyed within `ttl` (law 3). What is heard
 * of one drops its key at once, and what a read brings that was asked for before is not kept. Of a tag that was invalidated it
 * remembers when: what bears it and was asked for before is dead.
 *
 * Missing entries have a share of their own: however many unknown IDs are asked for, they push out no real entry.
 */
import type { Entry } from '../entry/entry.ts'
import type { NearSettings } from '../options/settings.ts'
import { InvalidatedTags } from '../tags/invalidated-tags.ts'
import type { Clock } from '../time/clock.ts'
import { type Asked, type Held, type Moment, NearShare } from './near-share.ts'
import type { Slot, TickBatch } from './tick-batch.ts'

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
  readonly #found: NearShare
  readonly #missing: NearShare
  /** Batches whose answers may be kept. */
  readonly #asked = new Map<TickBatch, Asked>()
  readonly #tags: InvalidatedTags

  /** @param listen Called at the first read: from then on invalidations have to be heard of. */
  constructor({ max, maxBytes, ttl }: NearSettings, clock: Clock, listen: () => void) {
    this.#clock = clock
    this.#ttl = ttl
    this.#listen = listen
    this.#tags = new InvalidatedTags(clock, ttl)
    this.#found = new NearShare(max * (1 - MISSING_SHARE), maxBytes * (1 - MISSING_SHARE))
    this.#missing = new NearShare(max * MISSING_SHARE, maxBytes * MISSING_SHARE)
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
    return keys.map((key) => (key === undefined ? undefined : this.#find(key, moment)))
  }

  #find(key: string, moment: Moment): Slot | undefined {
    const held = this.#found.get(key, moment) ?? this.#missing.get(key, moment)
    if (held === undefined || !this.#isDead(held)) return held?.slot
    this.forget(key)
    return undefined
  }

  /** Has one of its tags been invalidated since it was asked for? */
  #isDead({ slot, number }: Held): boolean {
    return slot.bearer !== undefined && this.#tags.anySince(number, slot.bearer.keys)
  }

  /** Without making it the one that was used last. */
  holds(key: string): boolean {
    const moment = this.#after(0)
    const held = this.#found.peek(key, moment) ?? this.#missing.peek(key, moment)
    return held !== undefined && !this.#isDead(held)
  }

  /** From now on an invalidation of a key keeps what the batch brings for it out. */
  ask(batch: TickBatch): void {
    this.#listen?.()
    this.#listen = undefined
    this.#asked.set(batch, { until: this.#after(this.#ttl), number: this.#tags.count })
  }

  /**
   * The batch has been answered.
   *
   * @param how `untilJudged`: it is not known yet which of its entries with tags are dead, and these are to be kept later.
   */
  keep(batch: TickBatch, { untilJudged = false } = {}): void {
    const asked = this.#asked.get(batch)
    // The batch was asked for before a gap, in which any key may have been invalidated.
    if (asked === undefined) return
    if (!untilJudged) this.#asked.delete(batch)
    for (const slot of batch.slots) {
      const { key } = slot
      const isDue = batch.judged === undefined || slot.bearer !== undefined
      if (!isDue || slot.entry === undefined || batch.outdated.has(key) || !slot.stands) continue
      const share = slot.entry.kind === 'missing' ? this.#missing : this.#found
      share.set(key, { slot, ...asked }, bytesOf(key, slot.entry))
    }
  }

  /** What bears this tag, by its marker's key, was invalidated. */
  dropTag(key: string): void {
    this.#tags.add(key)
  }

  /** The store may hold a newer entry. */
  forget(key: string): void {
    this.#found.delete(key)
    this.#missing.delete(key)
  }

  /** The key was invalidated. */
  drop(key: string): void {
    this.forget(key)
    for (const batch of this.#asked.keys()) batch.outdated.add(key)
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
