/** Invalidations that have begun and not ended. */
import { systemClock, withDeadline } from '@larder/core'

const NOTHING = Promise.resolve()

export class UnderWay {
  /** Made when it is needed: most requests invalidate nothing. */
  #invalidations: Set<Promise<void>> | undefined
  #also: UnderWay | undefined

  add(invalidation: Promise<void>): void {
    this.#invalidations ??= new Set()
    const invalidations = this.#invalidations
    invalidations.add(invalidation)
    const end = () => void invalidations.delete(invalidation)
    // Also what makes a rejection harmless that no resolver awaits.
    invalidation.then(end, end)
    this.#also?.add(invalidation)
  }

  /** Those under way, and all that follow, are under way there, too. */
  tell(other: UnderWay): void {
    if (this.#also === other) return
    this.#also = other
    for (const invalidation of this.#invalidations ?? []) other.add(invalidation)
  }

  /** Resolves when those under way have ended, well or badly, at the latest after `ms` milliseconds. */
  ended(ms: number): Promise<void> {
    return this.#invalidations === undefined || this.#invalidations.size === 0 ? NOTHING : this.#wait(ms)
  }

  async #wait(ms: number): Promise<void> {
    const all = Promise.allSettled(this.#invalidations ?? [])
    // Too late is no error of whoever waits: delivery goes on, and the cache's events tell of it.
    await withDeadline(systemClock, ms, 'Invalidations', all).catch(() => {})
  }
}
