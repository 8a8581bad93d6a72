/** What a scheduled world is made of. */
import type { Duration, Store } from '@larder/core'
import type { StoreOperation } from '@larder/core/testing'
import type { JoinRule } from '../../src/read/flights.ts'

export interface Setting {
  /** The version of the loader in each process. */
  readonly versions: readonly number[]
  /** What the processes get of a memory store. */
  readonly store: (store: Store) => Store
  readonly rule?: JoinRule
  /** Default: so short that rows are refreshed while they are read. */
  readonly ttl?: Duration
  /** Milliseconds for which a key is kept uncached after an invalidation. */
  readonly hold?: number
  /** With near caches, which keep what they hold for so many milliseconds. */
  readonly near?: number
  /** Rows bear tags, and time passes with every step, so that what happens first is the older. */
  readonly tags?: true
  /** Operations of the store that may fail. */
  readonly lossy?: readonly StoreOperation[]
  /**
   * Time passes faster than commands and loads end: deadlines, leases and cool-downs do their work. Nothing is primed
   * then: a prime that is executed after its deadline is no longer ordered by anything.
   */
  readonly impatient?: true
}

/** So long that no deadline ends anything. */
const PATIENT = { storeTimeout: 20_000, timeout: 20_000, waitTimeout: 80_000 }
const IMPATIENT = { storeTimeout: 250, timeout: 500, waitTimeout: 2_000 }

export function timeoutsOf({ impatient }: Setting): typeof PATIENT {
  return impatient ? IMPATIENT : PATIENT
}
