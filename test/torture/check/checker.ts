/** Takes what every process notes, and judges it: reads while it goes on, loads when all is over. */
import type { CoolDown, Happening, Load, Read, Violation } from '../history.ts'
import type { Moment } from '../moment.ts'
import { judgeAttempts } from './attempts.ts'
import { judgeEpisodes } from './episodes.ts'
import { OlderRows } from './older-rows.ts'
import { Touched } from './touched.ts'

export interface Verdict {
  readonly reads: number
  readonly invalidations: number
  readonly primes: number
  readonly refusedFills: number
  readonly loads: number
  /** Of `loads`: those without a lease. */
  readonly unleased: number
  readonly coolDowns: number
  readonly untouchedEpisodes: number
  /** Rows that a process cut off from the store shared, or that were near: stated limits of law 3. */
  readonly excluded: { readonly cutOff: number; readonly near: number }
  readonly violations: readonly Violation[]
}

export class Checker {
  readonly #older = new OlderRows()
  readonly #touched = new Touched()
  /** By process: up to when all that happened is known. */
  readonly #known = new Map<number, Moment>()
  #unjudged: Read[] = []
  readonly #loads: Load[] = []
  readonly #coolDowns: CoolDown[] = []
  readonly #violations: Violation[] = []
  readonly #counts = { reads: 0, invalidations: 0, primes: 0, refusedFills: 0 }

  /** @param processes Their numbers. */
  constructor(processes: Iterable<number>) {
    for (const by of processes) this.#known.set(by, Number.NEGATIVE_INFINITY)
  }

  take(happening: Happening): void {
    this.#touched.take(happening)
    switch (happening.kind) {
      case 'read':
        this.#counts.reads += happening.rows.length
        this.#unjudged.push(happening)
        break
      case 'called':
        this.#counts[happening.primed ? 'primes' : 'invalidations']++
        this.#older.called(happening)
        break
      case 'obeyed':
        this.#older.obeyed(happening)
        break
      case 'load':
        this.#loads.push(happening)
        this.#older.loaded(happening)
        break
      case 'store-out':
      case 'store-back':
        this.#older.outage(happening)
        break
      case 'cool-down':
        this.#coolDowns.push(happening)
        break
      case 'refused-fill':
        this.#counts.refusedFills++
    }
  }

  /** All that process `by` noted up to `at` has been taken. */
  know(by: number, at: Moment): void {
    this.#known.set(by, at)
  }

  /** Judges the reads of which everything is known. Answers how many violations there are so far. */
  judgeReads(): number {
    const known = Math.min(...this.#known.values())
    const unjudged = this.#unjudged
    this.#unjudged = []
    for (const read of unjudged) {
      if (read.ended < known) this.#violations.push(...this.#older.judge(read))
      else this.#unjudged.push(read)
    }
    return this.#violations.length
  }

  violate(violation: Violation): void {
    this.#violations.push(violation)
  }

  /** No more will happen. */
  end(): Verdict {
    for (const by of this.#known.keys()) this.know(by, Number.POSITIVE_INFINITY)
    this.judgeReads()
    this.#touched.end()
    const episodes = judgeEpisodes(this.#loads, this.#touched)
    const attempts = judgeAttempts(this.#coolDowns, this.#loads, this.#touched)
    return {
      ...this.#counts,
      loads: this.#loads.length,
      unleased: this.#loads.filter(({ leased }) => leased === undefined).length,
      coolDowns: attempts.coolDowns,
      untouchedEpisodes: episodes.untouched,
      excluded: { cutOff: this.#older.cutOff, near: this.#older.near },
      violations: [...this.#violations, ...episodes.violations, ...attempts.violations],
    }
  }
}
