/** For how long answers stay fresh by what they were made of: a value that is stale makes no fresh result. */

/**
 * From the end of a load until the engine has asked for the times to live of its answers, which is before anything else happens.
 * By their values, primitives too: of two loads with equal answers that end at once, both have the shorter time.
 */
export class TimeLeft {
  readonly #least = new Map<unknown, number>()

  note(answers: readonly unknown[], ms: number): void {
    if (ms === Number.POSITIVE_INFINITY) return
    if (this.#least.size === 0) setImmediate(() => this.#least.clear())
    for (const answer of answers) this.#least.set(answer, Math.min(ms, this.of(answer)))
  }

  /** Whole milliseconds; Infinity where nothing limits it. */
  of(answer: unknown): number {
    return Math.floor(this.#least.get(answer) ?? Number.POSITIVE_INFINITY)
  }
}
