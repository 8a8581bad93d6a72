/** For how long what was read stays fresh: less and less, while the operation that has read it goes on. */
import { type Clock, createReport, type ReadReport } from '@larder/core'

export class Freshness {
  #clock: Clock | undefined
  /** What was noted before there was a clock, ms. */
  #before = Number.POSITIVE_INFINITY
  /** On the clock. */
  #until = Number.POSITIVE_INFINITY

  /** What was read before counts as read now. */
  measureBy(clock: Clock): void {
    if (this.#clock !== undefined) return
    this.#clock = clock
    this.#note(this.#before)
  }

  /** Milliseconds for which all that was read stays fresh, from now on; Infinity where nothing was. */
  get left(): number {
    if (this.#clock === undefined || this.#until === Number.POSITIVE_INFINITY) return this.#before
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
    if (this.#clock === undefined) this.#before = Math.min(this.#before, ms)
    else this.#until = Math.min(this.#until, this.#clock.monotonic() + ms)
  }
}
