/** Invalidations that have begun and not ended. */
import { systemClock, withDeadline } from '@larder/core'

export class UnderWay {
  readonly #invalidations = new Set<Promise<void>>()
  #also: UnderWay | undefined

  add(invalidation: Promise<void>): void {
    this.#invalidations.add(invalidation)
    const end = () => void this.#invalidations.delete(invalidation)
    // Also what makes a rejection harmless that no resolver awaits.
    invalidation.then(end, end)
    this.#also?.add(invalidation)
  }

  /** Those under way, and all that follow, are under way there, too. */
  tell(other: UnderWay): void {
    if (this.#also === other) return
    this.#also = other
    for (const invalidation of this.#invalidations) other.add(invalidation)
  }

  /** Resolves when those under way have ended, well or badly, at the latest after `ms` milliseconds. */
  async ended(ms: number): Promise<void> {
    if (this.#invalidations.size === 0) return
    const all = Promise.allSettled(this.#invalidations)
    // Too late is no error of whoever waits: delivery goes on, and the cache's events tell of it.
    await withDeadline(systemClock, ms, 'Invalidations', all).catch(() => {})
  }
}
