/**
 * Law 3, as a check of every answer and of everything stored: a read that begins after an invalidation has resolved gets
 * nothing that is older than what the source held when that invalidation was called, and the store holds no such thing.
 * In the process that invalidates the same is true from the call on.
 */
import { parseEntry } from '../../src/entry.ts'
import type { Stored } from '../../src/store.ts'
import type { GrowingSource, Row } from './growing-source.ts'

type Floors = Map<string, number>
type Answers = readonly (Row | null | Error)[]

export class Law3Checker {
  readonly violations: string[] = []
  readonly #source: GrowingSource
  readonly #isExpected: (error: Error) => boolean
  /** By ID: the oldest state that may be seen, by anyone. */
  readonly #floors: Floors = new Map()
  /** By cache: the oldest states that may be seen there. */
  readonly #floorsAt = new Map<string, Floors>()

  /** `isExpected`: errors that a read may be given. */
  constructor(source: GrowingSource, isExpected: (error: Error) => boolean) {
    this.#source = source
    this.#isExpected = isExpected
  }

  /** An invalidation or a prime is called in this cache. What it returns is to be called when the fleet has to obey. */
  invalidationBegins(cache: string, ids: readonly string[]): () => void {
    const called = ids.map((id) => [id, this.#source.numberOf(id)] as const)
    raise(this.#at(cache), called)
    return () => raise(this.#floors, called)
  }

  /**
   * A read begins. What it returns is to be called with the answers, and with whether this process was cut off from the
   * store meanwhile: others' invalidations could not be heard of then, and the law is silent on them.
   */
  readBegins(
    who: string,
    cache: string,
    ids: readonly string[],
  ): (answers: Answers, cutOff: boolean) => void {
    const floors = ids.map((id) => this.#floors.get(id) ?? 1)
    const floorsHere = ids.map((id) => this.#at(cache).get(id) ?? 1)
    return (answers, cutOff) => {
      if (answers.length !== ids.length)
        this.violations.push(`${who}: ${ids.length} IDs, ${answers.length} answers`)
      for (const [i, id] of ids.entries()) {
        const floor = Math.max(floorsHere[i] as number, cutOff ? 1 : (floors[i] as number))
        this.#check(`${who}, reading from ${cache}, was given`, id, floor, answers[i])
      }
    }
  }

  /** What lies in the store now, by the ID that it belongs to. */
  checkStored(when: string, stored: Iterable<readonly [id: string, text: Stored]>): void {
    for (const [id, text] of stored) {
      const entry = parseEntry(text)
      if (entry === undefined) this.violations.push(`${when} the store holds no entry for ${id}: ${text}`)
      else {
        const row = entry.kind === 'missing' ? null : JSON.parse(text.slice(entry.bodyAt))
        this.#check(`${when} the store holds`, id, this.#floors.get(id), row)
      }
    }
  }

  #check(what: string, id: string, floor = 1, answer: Row | null | Error = new Error('no answer')): void {
    if (answer instanceof Error) {
      if (!this.#isExpected(answer)) this.violations.push(`${what} an error for ${id}: ${answer}`)
    } else if (!this.#source.heldSince(floor, id, answer))
      this.violations.push(`${what} ${JSON.stringify(answer)} for ${id}, not one since state ${floor}`)
  }

  #at(cache: string): Floors {
    const floors = this.#floorsAt.get(cache) ?? new Map()
    this.#floorsAt.set(cache, floors)
    return floors
  }
}

function raise(floors: Floors, to: readonly (readonly [id: string, number: number])[]): void {
  for (const [id, number] of to) floors.set(id, Math.max(floors.get(id) ?? 1, number))
}
