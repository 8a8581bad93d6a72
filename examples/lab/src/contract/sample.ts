/** What was seen in a quarter of a second. */

/** Ms. */
export const SAMPLE_EVERY = 250

/** What became of requests. Each is counted once, when it is answered or given up. */
export interface Outcomes {
  /** Answered by what was cached. */
  readonly hits: number
  /** Answered by what was cached and stale, while it was loaded anew behind the reader's back. */
  readonly stale: number
  /** Answered by the cache's knowledge that there is no such product. */
  readonly missing: number
  /** Waited for a query that another reader had begun. */
  readonly joined: number
  /** Waited for a query of its own. */
  readonly loaded: number
  /** Answered with an error. */
  readonly errors: number
  /** Not answered within the readers' patience. */
  readonly gaveUp: number
}

export interface Sample extends Outcomes {
  /** Ms after the first reader: when the interval ended. A multiple of `SAMPLE_EVERY`. */
  readonly at: number
  /** How many requests have ended in it: the sum of the outcomes. */
  readonly requests: number
  /** Ms, of the requests that have ended in it, from when each was due. Null where there was none. */
  readonly p50: number | null
  readonly p99: number | null
  /** Queries that held a connection: the most at one time. */
  readonly inFlight: number
  /** Queries that were given a connection in it. */
  readonly queries: number
  /** Queries that waited for a connection: the most at one time. */
  readonly waiting: number
  /** Commands that the store was sent. */
  readonly commands: number
  /** Where the database is real: its connections in use at the end of the interval, as it says itself. */
  readonly databaseConnections?: number
}
