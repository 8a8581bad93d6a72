/**
 * Which of the entries that were read are dead, because one of their tags has been invalidated since their load began. The
 * markers of all that is asked for in one turn of the event loop are read together, each once: one command for each part of
 * the store.
 */

import type { Entry } from '../entry/entry.ts'
import type { Names } from '../entry/key.ts'
import type { Slot, TickBatch } from '../read/tick-batch.ts'
import type { TickReads } from '../read/tick-reads.ts'
import type { Part } from '../store/parts.ts'
import type { StoreGate } from '../store/store-gate.ts'
import { ignore } from '../store/store-guard.ts'
import type { Clock } from '../time/clock.ts'
import { withDeadline } from '../time/deadline.ts'
import { type Bearer, bearerOf, type Implied, type Standing } from './bearer.ts'
import { MOST_LIFE, markedAt } from './marker.ts'
import type { TagInvalidations } from './tag-invalidations.ts'

/** Named by their keys. */
const MARKERS: Names = { pattern: '', valueKey: (key) => key }

type Markers = ReadonlyMap<string, Slot>
/** By marker's key: when this process has called for an invalidation that the store may not have done, on the monotonic clock. */
type Calls = ReadonlyMap<string, number>

export class TagReads {
  readonly #namespace: string
  readonly #reads: TickReads
  readonly #gate: StoreGate
  readonly #clock: Clock
  readonly #patience: number
  readonly #invalidations: TagInvalidations

  /** @param patience `storeTimeout`, in milliseconds. */
  constructor(
    namespace: string,
    reads: TickReads,
    gate: StoreGate,
    clock: Clock,
    patience: number,
    invalidations: TagInvalidations,
  ) {
    this.#namespace = namespace
    this.#reads = reads
    this.#gate = gate
    this.#clock = clock
    this.#patience = patience
    this.#invalidations = invalidations
  }

  bearerOf(entry: Pick<Entry, 'tags' | 'at' | 'began'>, part: Part, implied: Implied | undefined) {
    return bearerOf(this.#namespace, entry, part, implied)
  }

  /** Finds out where they stand, by markers that are read from now on. Never rejects. */
  async judge(bearers: readonly Bearer[]): Promise<void> {
    const keys = new Set(bearers.flatMap((bearer) => bearer.keys))
    // Those called for by now. What is called for later concerns nobody who is given these entries: they began before.
    const calls = this.#invalidations.callsFor(keys)
    if (calls.size > 0) await this.#land(keys)
    const markers = await this.#readMarkers(keys)
    for (const bearer of bearers) bearer.standing = this.#standingOf(bearer, markers, calls)
  }

  /** The same, of entries that were asked for at `askedAt`: all that their readers wait for ends with `storeTimeout` (law 4). */
  judgeInTime(bearers: readonly Bearer[], askedAt: number): Promise<void> {
    return this.#within(this.#patience - (this.#clock.monotonic() - askedAt), this.judge(bearers))
  }

  /** @param within How long it may take, in milliseconds. Default: `storeTimeout`. */
  async standing(bearer: Bearer, within = this.#patience): Promise<Standing> {
    await this.#within(within, this.judge([bearer]))
    return bearer.standing
  }

  #within(ms: number, work: Promise<unknown>): Promise<void> {
    return withDeadline(this.#clock, Math.max(1, ms), 'Markers of tags', work).then(ignore, ignore)
  }

  /** What is loaded again before the marker is written would be dead, too. */
  async #land(keys: Iterable<string>): Promise<void> {
    const landed = this.#invalidations.landed([...keys])
    if (landed !== undefined) await this.#within(this.#patience, landed)
  }

  async #readMarkers(keys: Iterable<string>): Promise<Markers> {
    const asked = new Set<TickBatch>()
    const markers = new Map<string, Slot>()
    for (const key of keys) {
      const batch = this.#reads.batchOf(this.#gate.parts.of(key))
      asked.add(batch)
      markers.set(key, batch.slot(MARKERS, key))
    }
    for (const { answered } of asked) await answered
    return markers
  }

  #standingOf(bearer: Bearer, markers: Markers, calls: Calls): Standing {
    const now = this.#gate.now(bearer.part)
    // Older ones may have outlived a marker: they were written by a loader without tags, whose entries may live longer.
    if (now >= bearer.at + MOST_LIFE) return 'dead'
    let standing: Standing = 'alive'
    for (const key of bearer.keys) {
      const called = calls.get(key)
      if (called !== undefined && this.#callTime(called, bearer, now) >= bearer.began) return 'dead'
      const marker = markers.get(key)
      if (marker === undefined || marker.failed) standing = 'unknown'
      else if (marker.stored !== undefined && this.#markTime(marker, bearer, now) >= bearer.began)
        return 'dead'
    }
    return standing
  }

  /** The latest that it may have been on the bearer's clock. */
  #callTime(called: number, { part, hold }: Bearer, now: number): number {
    return now - (this.#clock.monotonic() - called) + this.#gate.uncertainty(part) + hold
  }

  /** The same, from the clock of the marker's part: by way of this process, which knows both. */
  #markTime({ part, stored }: Slot, bearer: Bearer, now: number): number {
    const at = markedAt(stored as string) + bearer.hold
    if (part === bearer.part) return at
    const uncertainty = this.#gate.uncertainty(part) + this.#gate.uncertainty(bearer.part)
    // Whole milliseconds were cut off.
    return at + 1 - this.#gate.now(part) + now + uncertainty
  }
}
