/** Who may fill which key: the leases and cool-downs of `in-process-leases.ts`, decided at once, without a store. */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../time/clock.ts'
import { bounded } from './bounded.ts'
import type { Failure } from './store.ts'

/** With a token it is a lease, held until `until`; without, a cool-down that lasts until then. */
interface LeaseRecord {
  readonly token: string | undefined
  readonly until: number
  readonly failures: number
  /** Until when `failures` is remembered. */
  readonly rememberUntil: number
  /** Until when no fill is written. */
  readonly holdUntil: number
}

const NOTHING: LeaseRecord = { token: undefined, until: 0, failures: 0, rememberUntil: 0, holdUntil: 0 }

/** A forgotten lease refuses its fill, and a forgotten cool-down lets one load begin: safe, so memory may be bounded. */
const MOST_RECORDS = 100_000

/** What became of the wish to take a lease. Times in milliseconds from now. */
export type Taken =
  | { readonly kind: 'taken'; readonly failures: number }
  | { readonly kind: 'held'; readonly left: number }
  | { readonly kind: 'cooling'; readonly left: number; readonly failures: number }

export class LeaseTable {
  readonly #records: LRUCache<string, LeaseRecord>
  /** Above zero: a start of 0 means 'no ttl' to lru-cache. */
  readonly #now: () => number

  constructor(clock: Clock) {
    this.#now = () => clock.monotonic() + 1
    this.#records = new LRUCache({ ...bounded(MOST_RECORDS), ttlResolution: 0, perf: { now: this.#now } })
  }

  *keys(prefix: string): Iterable<string> {
    for (const lease of this.#records.keys()) if (lease.startsWith(prefix)) yield lease
  }

  /** The token that already holds a lease takes it again: a command may have been sent twice. */
  take(lease: string, token: string, life: number): Taken {
    const record = this.#records.get(lease)
    const left = record === undefined ? 0 : record.until - this.#now()
    if (record !== undefined && left > 0) {
      if (record.token === undefined) return { kind: 'cooling', left, failures: record.failures }
      if (record.token !== token) return { kind: 'held', left }
    }
    const failures = record !== undefined && record.rememberUntil > this.#now() ? record.failures : 0
    this.#set(lease, {
      token,
      until: this.#now() + life,
      failures,
      rememberUntil: record?.rememberUntil ?? 0,
      holdUntil: record?.holdUntil ?? 0,
    })
    return { kind: 'taken', failures }
  }

  holds(lease: string, token: string): boolean {
    const record = this.#records.get(lease)
    return record !== undefined && record.token === token && record.until > this.#now()
  }

  /** Was the key invalidated so lately that it is not to be written yet? */
  isHeldBack(lease: string): boolean {
    return (this.#records.get(lease)?.holdUntil ?? 0) > this.#now()
  }

  /** After success: the failures before it are forgotten. Says whether the token held the lease. */
  end(lease: string, token: string): boolean {
    if (!this.holds(lease, token)) return false
    this.#set(lease, { ...this.#of(lease), token: undefined, until: 0, failures: 0, rememberUntil: 0 })
    return true
  }

  /** Without an outcome: earlier failures stay known. Says whether the token held the lease. */
  release(lease: string, token: string): boolean {
    if (!this.holds(lease, token)) return false
    this.#set(lease, { ...this.#of(lease), token: undefined, until: 0 })
    return true
  }

  /** Takes the lease from whoever holds it; a cool-down stays, and so does the count of failures. */
  fence(lease: string, hold = 0): void {
    const record = this.#of(lease)
    const holdUntil = hold > 0 ? this.#now() + hold : record.holdUntil
    const until = record.token === undefined ? record.until : 0
    this.#set(lease, { ...record, token: undefined, until, holdUntil })
  }

  /**
   * The key cools down, also where the token has lost its lease, since no value is written; but not where another attempt
   * holds it, nor for longer than it does already. Says whether that is this failure's doing.
   */
  cool({ lease, token, cool, keep, failures }: Failure): boolean {
    const record = this.#of(lease)
    const now = this.#now()
    if (record.until > now && record.token !== token) return false
    const known = record.rememberUntil > now ? record.failures : 0
    this.#set(lease, {
      token: undefined,
      until: now + cool,
      failures: Math.max(known, failures),
      rememberUntil: now + keep,
      holdUntil: record.holdUntil,
    })
    return true
  }

  #of(lease: string): LeaseRecord {
    return this.#records.get(lease) ?? NOTHING
  }

  /** Kept for as long as it says anything. */
  #set(lease: string, record: LeaseRecord): void {
    const remembered = record.failures > 0 ? record.rememberUntil : 0
    const ttl = Math.max(record.until, remembered, record.holdUntil) - this.#now()
    if (ttl > 0) this.#records.set(lease, record, { ttl })
    else this.#records.delete(lease)
  }
}
