/** What a whole run came to, under one protection. */
import type { Outcomes } from './sample.ts'

export interface Totals extends Outcomes {
  readonly requests: number
  /** Ms, of the requests that have ended after `EVENT_AT`, from when each was due. Null where there was none. */
  readonly p50: number | null
  readonly p99: number | null
  readonly longest: number | null
  /**
   * Requests that waited for a query, their own or another's, until it was answered or they gave up: `joined`, `loaded` and
   * `gaveUp`. Under Larder also for an older version's entry to be converted, which asks the database nothing.
   */
  readonly waited: number
  /** Queries that were given a connection, from the first reader on. */
  readonly queries: number
  /** The most queries that held a connection at one time. */
  readonly mostInFlight: number
  /** The most that waited for one. */
  readonly mostWaiting: number
  readonly commands: number
  /** Where the database is real: what it says itself. */
  readonly database?: {
    /** The most connections that were in use when it was asked, every quarter of a second. */
    readonly mostConnections: number
    /** The queries that it has run to their end, by pg_stat_statements. Null where the server lacks that. */
    readonly queries: number | null
  }
}
