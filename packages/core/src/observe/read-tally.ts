/** Counts what becomes of the keys of one read, for those who observe. */
import type { ReadEnded } from './observer.ts'

type Counted = Exclude<keyof ReadEnded, 'loader' | 'errors' | 'absent'>

export class ReadTally {
  readonly #counts: Record<Counted, number> = { hits: 0, stale: 0, missing: 0, joined: 0, loaded: 0, near: 0 }
  readonly #errors: Error[] = []

  count(outcome: Exclude<Counted, 'near'> | 'errors', answer: unknown): void {
    if (outcome === 'errors') this.#errors.push(answer as Error)
    else this.#counts[outcome]++
  }

  countNear(answered: number): void {
    this.#counts.near += answered
  }

  /** @param absent How many keys were not answered. */
  ended(loader: string, absent: number): ReadEnded {
    return { loader, ...this.#counts, absent, errors: this.#errors }
  }
}
