/** What one loader's shadow mode keeps: which keys are in its sample, how many more may be looked at, and what came of it. */

import { LRUCache } from 'lru-cache'
import type { ShadowSettings } from '../options/settings.ts'
import { bounded } from '../store/bounded.ts'
import type { Cancel, Clock } from '../time/clock.ts'
import { Allowance } from './allowance.ts'
import { Sample } from './sample.ts'

/** How many keys became what. */
export interface ShadowTally {
  /** There was an entry to compare with what the source had just answered. */
  compared: number
  /** They differed, and did so again: told as `mismatch`. */
  mismatches: number
  /** They differed, and the second look found it changed: the source's answer, or the entry. */
  unsettled: number
}

/** Entries that are in doubt or were told of. Forgetting one tells of it again. */
const MOST = 1_000

export class Shadow {
  readonly tally: ShadowTally = { compared: 0, mismatches: 0, unsettled: 0 }
  readonly #clock: Clock
  readonly #pause: number
  readonly #sample: Sample
  readonly #allowance: Allowance
  #doubts: LRUCache<string, true> | undefined
  readonly #timers = new Set<Cancel>()
  #isClosed = false

  constructor({ sample, keysPerSecond, confirmAfter }: ShadowSettings, clock: Clock) {
    this.#clock = clock
    this.#pause = confirmAfter
    this.#sample = new Sample(sample, () => clock.random())
    this.#allowance = new Allowance(keysPerSecond, clock)
  }

  /** Is the key to be looked at now? */
  takes(key: string): boolean {
    return this.#sample.has(key) && this.#allowance.take()
  }

  /** Whether nobody has doubted this entry yet: each is told of once. */
  doubt(key: string, stamp: string): boolean {
    this.#doubts ??= new LRUCache<string, true>(bounded(MOST))
    const entry = stamp + key
    if (this.#doubts.has(entry)) return false
    this.#doubts.set(entry, true)
    return true
  }

  settle(key: string, stamp: string, isMismatch: boolean): void {
    if (isMismatch) this.tally.mismatches++
    else {
      this.tally.unsettled++
      this.#doubts?.delete(stamp + key)
    }
  }

  /** Once what may still be on its way has had its time, unless the cache is closed first. */
  later(run: () => void): void {
    if (this.#isClosed) return
    const cancel = this.#clock.after(
      this.#pause,
      () => {
        this.#timers.delete(cancel)
        run()
      },
      { ref: false },
    )
    this.#timers.add(cancel)
  }

  close(): void {
    this.#isClosed = true
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
  }
}
