/** For how long what was read stays fresh: less and less, while the operation that has read it goes on. */
import { type Clock, type ReadReport, systemClock } from '@larder/core'

export class Freshness {
  /** The cache's, once that is known. */
  #clock: Clock = systemClock
  /** On the clock. */
  #until = Number.POSITIVE_INFINITY

  /** What was read before has grown older by the system's clock until now. */
  measureBy(clock: Clock): void {
    if (this.#clock === clock) return
    const { left } = this
    this.#clock = clock
    this.#until = clock.monotonic() + left
  }

  /** Milliseconds for which all that was read stays fresh, from now on; Infinity where nothing was. */
  get left(): number {
    if (this.#until === Number.POSITIVE_INFINITY) return this.#until
    return Math.max(0, this.#until - this.#clock.monotonic())
  }

  /** What was read just now stays fresh for so long. */
  note(ms: number): void {
    if (ms === Number.POSITIVE_INFINITY) return
    this.#until = Math.min(this.#until, this.#clock.monotonic() + ms)
  }
}

/**
 * A report that is noted as it counts. The engine lowers `freshFor` when it answers, and what it does not lower ends no sooner
 * than what has lowered it before. A class, since a request makes one for each loader that it uses.
 */
export class NotedReport implements ReadReport {
  keys = 0
  hits = 0
  stale = 0
  missing = 0
  joined = 0
  loaded = 0
  errors = 0
  near = 0
  loads: number[] = []
  ms = 0
  #freshFor = Number.POSITIVE_INFINITY
  readonly #freshness: Freshness

  constructor(freshness: Freshness) {
    this.#freshness = freshness
  }

  get freshFor(): number {
    return this.#freshFor
  }

  set freshFor(ms: number) {
    this.#freshFor = ms
    this.#freshness.note(ms)
  }
}
