/** Which keys are read most often, by a sample of the reads, so that the next process can warm them. */

import type { Lifecycle } from '../cache/lifecycle.ts'
import { decode, encode } from '../entry/codec.ts'
import { holdsHash, type Names } from '../entry/key.ts'
import { Unstorable } from '../entry/plain.ts'
import type { Clock } from '../time/clock.ts'
import { HALF_LIFE, type HotKey } from './hot-key.ts'
import type { HotRecord } from './hot-record.ts'
import { SpaceSaving } from './space-saving.ts'

/** In one scope. */
interface Loader {
  readonly name: string
  readonly scope: unknown
  readonly space: Names
}

/** One key in so many is counted. */
const SAMPLE = 16
/** Milliseconds between two writes of the record, at least. */
const REMEMBER_EVERY = 60_000

export class HotKeys {
  readonly #clock: Clock
  readonly #record: HotRecord
  readonly #lifecycle: Lifecycle
  readonly #most: number
  readonly #counters: SpaceSaving<Omit<HotKey, 'reads'>>
  /** How many keys go by before the next is counted. */
  #skip = 0
  #halvedAt: number
  #rememberedAt: number
  #isNews = false

  constructor(most: number, record: HotRecord, clock: Clock, lifecycle: Lifecycle) {
    this.#most = most
    this.#record = record
    this.#clock = clock
    this.#lifecycle = lifecycle
    this.#counters = new SpaceSaving(most)
    this.#halvedAt = clock.monotonic()
    this.#rememberedAt = this.#halvedAt
  }

  /** HOT PATH: all but one read in `SAMPLE` keys cost a comparison and a subtraction. Texts are aligned to the IDs. */
  note(loader: Loader, ids: readonly unknown[], texts: readonly (string | undefined)[]): void {
    let at = this.#skip
    if (at < ids.length) {
      this.#halve()
      for (; at < ids.length; at += this.#drawGap()) this.#count(loader, ids[at], texts[at])
      this.#rememberNowAndThen()
    }
    this.#skip = at - ids.length
  }

  /** The hottest first. */
  list(): HotKey[] {
    this.#halve()
    return this.#counters.list().map(({ item, count }) => {
      return { ...item, id: copyOf(item.id), reads: count * SAMPLE }
    })
  }

  /** Writes what has been counted, if anything was since it was last written. Never rejects. */
  async remember(): Promise<void> {
    if (!this.#isNews) return
    this.#isNews = false
    this.#rememberedAt = this.#clock.monotonic()
    await this.#record.merge(this.list(), this.#most)
  }

  /** A draw, not each sixteenth: requests that all read the same list would have the same places counted. */
  #drawGap(): number {
    return 1 + Math.floor(this.#clock.random() * (2 * SAMPLE - 1))
  }

  /** Not IDs that cannot exist, nor such as take much memory or cannot be copied. */
  #count({ name, scope, space }: Loader, id: unknown, text: string | undefined): void {
    const key = text === undefined ? undefined : space.valueKey(text)
    if (key === undefined || holdsHash(key)) return
    try {
      this.#counters.count(key, () => ({ loader: name, scope, id: copyOf(id) }))
      this.#isNews = true
    } catch (error) {
      if (!(error instanceof Unstorable)) throw error
    }
  }

  #halve(): void {
    const now = this.#clock.monotonic()
    // After 32 halvings no count is left.
    for (let i = 0; i < 32 && this.#halvedAt + HALF_LIFE <= now; i++) {
      this.#halvedAt += HALF_LIFE
      this.#counters.halve()
    }
    if (this.#halvedAt + HALF_LIFE <= now) this.#halvedAt = now
  }

  #rememberNowAndThen(): void {
    if (this.#clock.monotonic() - this.#rememberedAt < REMEMBER_EVERY) return
    this.#lifecycle.background(this.remember())
  }
}

/**
 * What the application does to an ID of its own, or to one that it was given, changes none that is kept. Scopes are frozen.
 *
 * @throws Unstorable
 */
function copyOf(id: unknown): unknown {
  if (Object(id) !== id) return id
  const { kind, body } = encode(id, undefined)
  return decode({ kind, stored: body, bodyAt: 0 }, undefined)
}
