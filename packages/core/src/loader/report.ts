/** What became of the keys of one reader, say one request: counted as it happens. */

export interface ReadReport {
  /** Keys asked for. Each is counted in exactly one of the six below once it is answered. */
  keys: number
  /** Served fresh from the cache. */
  hits: number
  /** Served stale, while a refresh runs in the background. */
  stale: number
  /** Answered by a stored *missing* entry. */
  missing: number
  /** Answered by a load that another read had begun. */
  joined: number
  /** Answered by a load that this reader began. */
  loaded: number
  /** Answered with an error. */
  errors: number
  /** Of the first three, those that the near cache answered: they are no newer than its `ttl`. */
  near: number
  /** The numbers of the loads (calls of the source) that this reader began, as in `load` events and `LoadContext`. */
  loads: number[]
  /**
   * Milliseconds for which all that was answered stays fresh: the least of what the entries had left. 0 as soon as one was
   * stale or is not stored, Infinity before anything is answered. Errors do not count.
   */
  freshFor: number
  /** Milliseconds during which at least one of the reader's batches was awaited, summed over batches. */
  ms: number
}

export function createReport(): ReadReport {
  return {
    keys: 0,
    hits: 0,
    stale: 0,
    missing: 0,
    joined: 0,
    loaded: 0,
    errors: 0,
    near: 0,
    loads: [],
    freshFor: Number.POSITIVE_INFINITY,
    ms: 0,
  }
}
