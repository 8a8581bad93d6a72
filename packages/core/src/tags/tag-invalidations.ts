/**
 * Invalidation of tags wins (law 3): it takes effect in this process at once; it resolves when the markers are written, one
 * write for each; and until then whatever bears one of the tags and was loaded before the call is dead here.
 */

import type { Emitter } from '../events/events.ts'
import { deliverAll } from '../invalidate/deliver.ts'
import { Invalidations } from '../invalidate/invalidations.ts'
import { Undelivered } from '../invalidate/undelivered.ts'
import { errorOf } from '../invalidate/undone.ts'
import type { StoreGate } from '../store/store-gate.ts'
import type { Clock } from '../time/clock.ts'
import { markOf } from './marker.ts'

/** What is invalidated: a tag, or all that a loader has. */
export interface Tagged {
  /** The tag, or the loader's name. */
  readonly text: string
  /** Of its marker. */
  readonly key: string
  readonly of: 'tag' | 'loader'
}

export class TagInvalidations {
  readonly #clock: Clock
  readonly #events: Emitter
  readonly #invalidations: Invalidations<Tagged>
  readonly #gate: StoreGate
  readonly #takeEffect: (key: string) => void
  /** By marker's key: the last call for it that the store may not have done. */
  readonly #calls = new Map<string, number>()

  /** @param takeEffect Drops what is near and detaches flights, given a marker's key. */
  constructor(gate: StoreGate, clock: Clock, events: Emitter, takeEffect: (key: string) => void) {
    this.#clock = clock
    this.#events = events
    this.#gate = gate
    this.#takeEffect = takeEffect
    const undelivered = new Undelivered<Tagged>(gate, clock, {
      send: (items, how) => gate.mark(marksOf(items), how),
      delivered: (items) => events.emit('tags-invalidated', namesOf(items)),
      lost: (items) => events.emit('tag-invalidation-lost', namesOf(items)),
    })
    this.#invalidations = new Invalidations(undelivered)
  }

  /**
   * @param where Who asks, in errors.
   * @throws InvalidationPendingError, InvalidationRefusedError
   */
  async invalidate(where: string, items: readonly Tagged[]): Promise<void> {
    if (!this.#invalidations.busy) this.#calls.clear()
    const called = this.#clock.monotonic()
    for (const { key } of items) this.#calls.set(key, called)
    const delivering = {
      gate: this.#gate,
      invalidations: this.#invalidations,
      takeEffect: this.#takeEffect,
    }
    const outcomes = await deliverAll(delivering, items, {
      primed: false,
      send: async (chunk) => {
        await this.#gate.mark(marksOf(chunk))
        return []
      },
      delivered: (chunk) => this.#events.emit('tags-invalidated', namesOf(chunk)),
    })
    const error = errorOf(
      where,
      items.length,
      outcomes.flatMap(({ failure }) => failure ?? []),
      items[0]?.of,
    )
    if (error !== undefined) throw error
  }

  /** When this process has called for invalidations of these that the store may not have done. */
  callsFor(keys: ReadonlySet<string>): ReadonlyMap<string, number> {
    if (!this.#invalidations.busy) return NONE
    return new Map([...this.#calls].filter(([key]) => keys.has(key) && this.#invalidations.bars(key)))
  }

  /** How many the store has not confirmed. */
  get undelivered(): number {
    return this.#invalidations.undelivered
  }

  /** Milliseconds for which the oldest of them has been waiting. */
  get oldest(): number {
    return this.#invalidations.oldest
  }

  /** Resolves once the commands that are on their way have ended; `undefined` where none is. Never rejects. */
  landed(keys: readonly string[]): Promise<unknown> | undefined {
    return this.#invalidations.landed(keys)
  }

  close(): Promise<void> {
    return this.#invalidations.close()
  }
}

const NONE: ReadonlyMap<string, number> = new Map()

function marksOf(items: readonly Tagged[]) {
  return items.map(({ key }) => markOf(key))
}

function namesOf(items: readonly Tagged[]) {
  const named = (what: Tagged['of']) => items.filter((it) => it.of === what).map(({ text }) => text)
  return { tags: named('tag'), loaders: named('loader') }
}
