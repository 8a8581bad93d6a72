/** For how long what was read stays fresh: less and less, while the operation that has read it goes on. */
import type { Clock, ReadReport } from '@larder/core'

export class Freshness {
  #clock: Clock | undefined
  /** On that clock; what was read before there was one is not in it. */
  #until = Number.POSITIVE_INFINITY

  /** @param reports What was read before. It counts as read now. */
  measureBy(clock: Clock, reports: Iterable<ReadReport>): void {
    if (this.#clock !== undefined) return
    this.#clock = clock
    for (const report of reports) this.#note(report, clock.monotonic())
  }

  /** Milliseconds for which all that was read stays fresh, from now on; Infinity where nothing was. */
  get left(): number {
    if (this.#clock === undefined || this.#until === Number.POSITIVE_INFINITY) return this.#until
    return Math.max(0, this.#until - this.#clock.monotonic())
  }

  /** What a read answers, which it counts in `report`, counts as read when it began. */
  async during<T>(report: ReadReport, read: () => Promise<T>): Promise<T> {
    const began = this.#clock?.monotonic()
    const answers = await read()
    const at = began ?? this.#clock?.monotonic()
    if (at !== undefined) this.#note(report, at)
    return answers
  }

  #note({ freshFor }: ReadReport, at: number): void {
    this.#until = Math.min(this.#until, at + freshFor)
  }
}
