import type { Clock } from '../time/clock.ts'

/** So much a second, and at once no more than in one second (a token bucket). */
export class Allowance {
  readonly #perSecond: number
  readonly #clock: Clock
  #left: number
  #at: number

  constructor(perSecond: number, clock: Clock) {
    this.#perSecond = perSecond
    this.#clock = clock
    this.#left = perSecond
    this.#at = clock.monotonic()
  }

  /** Whether there is one more. */
  take(): boolean {
    const now = this.#clock.monotonic()
    this.#left = Math.min(this.#perSecond, this.#left + ((now - this.#at) / 1_000) * this.#perSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
