/** Tags that were invalidated lately, by their markers' keys, in the order in which this process heard of it. */
import type { Clock } from '../time/clock.ts'

export class InvalidatedTags {
  readonly #clock: Clock
  readonly #memory: number
  /** The last to be invalidated comes last. */
  readonly #tags = new Map<string, { readonly number: number; readonly at: number }>()
  /** How many there have been. */
  count = 0

  /** @param memory For how long one is of interest, in milliseconds. */
  constructor(clock: Clock, memory: number) {
    this.#clock = clock
    this.#memory = memory
  }

  add(key: string): void {
    const now = this.#clock.monotonic()
    for (const [old, { at }] of this.#tags) {
      if (now - at < this.#memory) break
      this.#tags.delete(old)
    }
    this.#tags.delete(key)
    this.#tags.set(key, { number: ++this.count, at: now })
  }

  /** Was one of these invalidated when there had been so many? */
  anySince(count: number, keys: readonly string[]): boolean {
    return this.count > count && keys.some((key) => (this.#tags.get(key)?.number ?? 0) > count)
  }
}
