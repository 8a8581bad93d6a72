/** For how long what was read stays fresh: less and less, while the operation that has read it goes on. */
import { type Clock, createReport, type ReadReport, systemClock } from '@larder/core'

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

  /**
   * A report that is noted here as it counts. The engine lowers `freshFor` when it answers, and what it does not lower ends no
   * sooner than what has lowered it before.
   */
  report(): ReadReport {
    let least = Number.POSITIVE_INFINITY
    const note = (ms: number) => this.#note(ms)
    return {
      ...createReport(),
      get freshFor() {
        return least
      },
      set freshFor(ms) {
        least = ms
        note(ms)
      },
    }
  }

  #note(ms: number): void {
    if (ms === Number.POSITIVE_INFINITY) return
    this.#until = Math.min(this.#until, this.#clock.monotonic() + ms)
  }
}
