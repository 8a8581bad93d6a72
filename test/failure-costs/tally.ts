/** Reads, and what became of them. */
import { setTimeout } from 'node:timers/promises'
import type { Cached } from './contenders/contender.ts'
import { PATIENCE } from './settings.ts'

/** What can be told to another process. */
export type Told = Pick<Tally, (typeof COUNTS)[number] | 'times'>

const COUNTS = ['reads', 'cached', 'loaded', 'errors', 'unanswered', 'older'] as const

export class Tally {
  reads = 0
  cached = 0
  loaded = 0
  errors = 0
  unanswered = 0
  older = 0
  /** Of every read, ms. */
  times: number[] = []
  /** By ID: the number of the row whose invalidation has resolved last. */
  readonly #obeyed: Map<string, number>

  constructor(obeyed = new Map<string, number>()) {
    this.#obeyed = obeyed
  }

  /** Another, which counts from 0. Rows are not older for that. */
  next(): Tally {
    return new Tally(this.#obeyed)
  }

  async read(cached: Cached, ids: readonly string[]): Promise<void> {
    this.reads += ids.length
    const began = performance.now()
    const obeyed = ids.map((id) => this.#obeyed.get(id) ?? 0)
    const patience = new AbortController()
    const answered = await Promise.race([
      cached.read(ids),
      setTimeout(PATIENCE, undefined, { signal: patience.signal }).catch(() => undefined),
    ])
    patience.abort()
    this.times.push(performance.now() - began)
    if (answered === undefined) {
      this.unanswered += ids.length
      return
    }
    this.cached += answered.cached
    this.loaded += answered.loaded
    for (const [i, answer] of answered.answers.entries()) {
      if (answer instanceof Error) this.errors++
      else if (answer !== null && answer.n < (obeyed[i] as number)) this.older++
    }
  }

  /** Reads that begin now are given the row with this number, or a later one. */
  obey(id: string, n: number): void {
    this.#obeyed.set(id, n)
  }

  add(other: Told): void {
    for (const name of COUNTS) this[name] += other[name]
    this.times.push(...other.times)
  }

  toJSON(): Told {
    const { reads, cached, loaded, errors, unanswered, older, times } = this
    return { reads, cached, loaded, errors, unanswered, older, times }
  }
}
