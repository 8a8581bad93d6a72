/** By ID: the oldest state of the source that may be seen, and since when. */
import type { Clock } from '../../src/time/clock.ts'

export class Floors {
  readonly #clock: Clock
  readonly #steps = new Map<string, { readonly since: number; readonly number: number }[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  raise(to: readonly (readonly [id: string, number: number])[]): void {
    for (const [id, number] of to)
      this.#steps.set(id, [...(this.#steps.get(id) ?? []), { since: this.#clock.monotonic(), number }])
  }

  /** As it was at `moment`, or as it is. */
  of(id: string, moment = Number.POSITIVE_INFINITY): number {
    const steps = this.#steps.get(id) ?? []
    return Math.max(1, ...steps.filter(({ since }) => since <= moment).map(({ number }) => number))
  }
}
