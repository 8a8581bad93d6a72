/** What one run of a scenario has cost. */
export interface Counts {
  /** Calls of the source, and the keys that they were given, in all. */
  readonly calls: number
  readonly keys: number
  /** The most calls of the source that were running at once. */
  readonly running: number
  /** Commands to the store that clients were given, sent or not. */
  readonly commands: number
  /** Keys that were read: answered from the cache, by the source, with an error, or not at all. */
  readonly reads: number
  readonly cached: number
  readonly loaded: number
  readonly errors: number
  readonly unanswered: number
  /** Keys given as they were before an invalidation that had resolved when the read began. */
  readonly older: number
  /** Reads that took longer than the store's and the source's time allow, on a process that was not itself held up. */
  readonly late: number
  /** In ms: the slowest read, and all of it. */
  readonly slowest: number
  readonly elapsed: number
}
