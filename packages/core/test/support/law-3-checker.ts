/**
 * Law 3, as a check of every answer and of everything stored: a read that begins after an invalidation has resolved gets
 * nothing that is older than what the source held when that invalidation was called, and the store holds no such thing.
 * In the process that invalidates the same is true from the call on. What the near cache of another process answers may
 * be older, for the cache's ttl from when the invalidation has resolved.
 */

import { parseEntry } from '../../src/entry/entry.ts'
import type { Stored } from '../../src/store/store.ts'
import type { Clock } from '../../src/time/clock.ts'
import { Floors } from './floors.ts'
import { type GrowingSource, type Row, TAGS, tagsOf } from './growing-source.ts'

type Answer = Row | null | Error

/** In place of a tag: what all rows bear, those too that are missing. */
export const ALL = '*'

/** The oldest state that an answer may show: it depends on what the answer bears. */
type FloorOf = (answer: Answer | undefined) => number

function tagged(tag: string, id: string): string {
  return `${tag} of ${id}`
}

function floorsOf(floors: Floors, id: string, moment?: number): FloorOf {
  const always = Math.max(floors.of(id, moment), floors.of(tagged(ALL, id), moment))
  const byTag = new Map(TAGS.map((tag) => [tag, floors.of(tagged(tag, id), moment)]))
  return (answer) => {
    const tags = answer == null || answer instanceof Error ? [] : tagsOf(answer)
    return Math.max(always, ...tags.map((tag) => byTag.get(tag) as number))
  }
}

export interface Law3 {
  readonly source: GrowingSource
  readonly clock: Clock
  /** The ttl of the near caches; 0 where there are none. */
  readonly near: number
  /** May a read be given this error? */
  isExpected(error: Error): boolean
  /** Called for each answer that is older than an invalidation, and may be. */
  metOlder(): void
}

/** How the answers of a read came about. */
interface Circumstances {
  /** Was the process cut off from the store? Others' invalidations could not be heard of then: the law is silent. */
  readonly cutOff: boolean
  /** How many of the answers were near. Which, is not known. */
  readonly near: number
}

export class Law3Checker {
  readonly violations: string[] = []
  readonly #law: Law3
  /** What everyone must obey. */
  readonly #fleet: Floors
  /** By cache: what is to be obeyed there. */
  readonly #own = new Map<string, Floors>()

  constructor(law: Law3) {
    this.#law = law
    this.#fleet = new Floors(law.clock)
  }

  /** An invalidation or a prime is called in this cache. What it returns is to be called when the fleet has to obey. */
  invalidationBegins(cache: string, ids: readonly string[]): () => void {
    return this.#begins(
      cache,
      ids.map((id) => [id, this.#law.source.numberOf(id)] as const),
    )
  }

  /** The same of all rows that bear one of the tags, or of all rows. */
  taggedInvalidationBegins(cache: string, tags: readonly string[]): () => void {
    const { source } = this.#law
    return this.#begins(
      cache,
      tags.flatMap((tag) => source.ids.map((id) => [tagged(tag, id), source.numberOf(id)] as const)),
    )
  }

  #begins(cache: string, called: readonly (readonly [string, number])[]): () => void {
    this.#at(cache).raise(called)
    return () => this.#fleet.raise(called)
  }

  /** A read begins. What it returns is to be called with the answers. */
  readBegins(
    who: string,
    cache: string,
    ids: readonly string[],
  ): (answers: readonly Answer[], circumstances: Circumstances) => void {
    const { near, clock } = this.#law
    const own = ids.map((id) => floorsOf(this.#at(cache), id))
    const fleet = ids.map((id) => floorsOf(this.#fleet, id))
    const fleetNear = ids.map((id) => floorsOf(this.#fleet, id, clock.monotonic() - near))
    return (answers, circumstances) => {
      if (answers.length !== ids.length)
        this.violations.push(`${who}: ${ids.length} IDs, ${answers.length} answers`)
      let left = circumstances.near
      for (const [i, id] of ids.entries()) {
        const answer = answers[i]
        const ownFloor = (own[i] as FloorOf)(answer)
        const least = (floors: readonly FloorOf[]) => Math.max(ownFloor, (floors[i] as FloorOf)(answer))
        let floor = circumstances.cutOff ? ownFloor : least(fleet)
        if (
          left > 0 &&
          !this.#isHeldSince(floor, id, answer) &&
          this.#isHeldSince(least(fleetNear), id, answer)
        ) {
          left--
          floor = least(fleetNear)
          this.#law.metOlder()
        }
        this.#check(`${who}, reading from ${cache}, was given`, id, floor, answer)
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
        this.#check(`${when} the store holds`, id, this.#fleet.of(id), row)
      }
    }
  }

  #check(what: string, id: string, floor: number, answer: Answer = new Error('no answer')): void {
    if (answer instanceof Error) {
      if (!this.#law.isExpected(answer)) this.violations.push(`${what} an error for ${id}: ${answer}`)
    } else if (!this.#isHeldSince(floor, id, answer))
      this.violations.push(`${what} ${JSON.stringify(answer)} for ${id}, not one since state ${floor}`)
  }

  #isHeldSince(floor: number, id: string, answer: Answer | undefined): boolean {
    const isRow = answer !== undefined && !(answer instanceof Error)
    return isRow && this.#law.source.heldSince(floor, id, answer)
  }

  #at(cache: string): Floors {
    const floors = this.#own.get(cache) ?? new Floors(this.#law.clock)
    this.#own.set(cache, floors)
    return floors
  }
}
