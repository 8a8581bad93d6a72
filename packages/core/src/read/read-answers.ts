/** The answers of one read of a batch of IDs: what is given already, and what is still open. */

import { drawLead } from '../entry/entry.ts'
import type { Engine } from '../loader/engine.ts'
import { copyIds, textOf } from '../loader/loader-key.ts'
import type { ReadReport } from '../loader/report.ts'
import { ReadTally } from '../observe/read-tally.ts'
import type { Wanted } from './flights.ts'
import type { Via } from './via.ts'

export type Answer<V> = V | null | Error
type Outcome = Via | 'joined' | 'errors'

export class ReadAnswers<K, V> {
  readonly engine: Engine<K, V>
  readonly ids: readonly K[]
  /** Aligned to `ids`. */
  readonly answers: Answer<V>[]
  /** Aligned to `ids`: of what is not answered yet, the text that stands for it in keys. */
  readonly texts: (string | undefined)[]
  /** May anything be asked of the source? */
  readonly mayLoad: boolean
  /** How many are not answered yet. */
  left = 0
  readonly #report: ReadReport | undefined
  /** Where somebody observes. */
  readonly #tally: ReadTally | undefined
  /** By either: all that an answer looks at where it is by neither. */
  readonly #isCounted: boolean
  readonly #started: number
  /** The least of what has been answered. */
  #freshFor = Number.POSITIVE_INFINITY
  #lead: number | undefined

  constructor(engine: Engine<K, V>, ids: readonly K[], report: ReadReport | undefined, mayLoad: boolean) {
    this.engine = engine
    this.mayLoad = mayLoad
    this.ids = copyIds(engine.name, ids)
    this.answers = new Array(ids.length)
    this.texts = new Array(ids.length)
    this.#report = report
    this.#started = report === undefined ? 0 : engine.clock.monotonic()
    if (report !== undefined) report.keys += ids.length
    this.#tally = engine.observers.all === undefined ? undefined : new ReadTally()
    this.#isCounted = report !== undefined || this.#tally !== undefined
  }

  /** What is still open is absent. */
  end(): void {
    if (this.#report !== undefined) this.#report.ms += this.engine.clock.monotonic() - this.#started
    if (this.#tally !== undefined)
      this.engine.observers.tell('read', this.#tally.ended(this.engine.name, this.left))
  }

  get isOpen(): boolean {
    return this.left > 0
  }

  /** For early refresh: drawn once for the whole read. */
  get lead(): number {
    const { policy, clock } = this.engine
    this.#lead ??= drawLead(policy.beta, clock.random())
    return this.#lead
  }

  open(at: number, text: string): void {
    this.left++
    this.texts[at] = text
  }

  /** The store key of what is not answered yet. */
  keyAt(at: number): string {
    return this.engine.space.valueKey(this.texts[at] as string)
  }

  /** Aligned to `ids`. */
  get keys(): (string | undefined)[] {
    return this.texts.map((text) => (text === undefined ? undefined : this.engine.space.valueKey(text)))
  }

  /** @param freshFor Milliseconds for which the answer stays fresh. */
  answer(at: number, answer: Answer<V>, outcome: Outcome, freshFor = Number.POSITIVE_INFINITY): void {
    this.answers[at] = answer
    if (this.texts[at] !== undefined) {
      this.texts[at] = undefined
      this.left--
    }
    if (this.#isCounted) this.#count(answer, outcome, freshFor)
  }

  #count(answer: Answer<V>, outcome: Outcome, freshFor: number): void {
    this.#tally?.count(outcome, answer)
    if (this.#report === undefined) return
    this.#report[outcome]++
    // A report may do more than keep it, so it is asked only where this read lowers its own.
    if (freshFor >= this.#freshFor) return
    this.#freshFor = freshFor
    if (freshFor < this.#report.freshFor) this.#report.freshFor = freshFor
  }

  countNear(answered: number): void {
    this.#tally?.countNear(answered)
    if (this.#report !== undefined) this.#report.near += answered
  }

  wanted(at: number, seen: string | undefined): Wanted<K> {
    const id = this.ids[at] as K
    const text = textOf(this.engine, id)
    return { id, text, key: this.engine.space.valueKey(text), seen }
  }

  reportCorrupt(at: number, error?: unknown): void {
    const { text } = this.wanted(at, undefined)
    this.engine.events.emit('corrupt', {
      loader: this.engine.name,
      id: text,
      ...(error !== undefined && { error }),
    })
  }

  countLoad(number: number): void {
    const loads = this.#report?.loads
    if (number > 0 && !loads?.includes(number)) loads?.push(number)
  }
}
