/** What one turn of the event loop asks one part of the store for, and what it is answered: a slot for each key. */
import type { Entry } from '../entry/entry.ts'
import type { Names } from '../entry/key.ts'
import type { Part } from '../store/parts.ts'
import type { Stored } from '../store/store.ts'
import type { Bearer, Implied } from '../tags/bearer.ts'
import type { Served } from './served.ts'

export class Slot {
  readonly key: string
  /** Where it was read, and by whose clock it is judged. */
  part: Part
  /** The store has failed, or the cache was closed: the slot is empty for want of an answer. */
  failed = false
  stored: Stored | undefined
  /** `undefined` where nothing is stored, or nothing that can be read. */
  entry: Entry | undefined
  /** Made by the first reader, used by all. */
  served: Served<unknown> | undefined
  /** What the entry bears, whatever it says. */
  implied: Implied | undefined
  /** Of an entry with tags: whether it is dead. */
  bearer: Bearer | undefined

  constructor(key: string, part: Part) {
    this.key = key
    this.part = part
  }

  /** `false` also where it is not known whether the entry is dead. */
  get stands(): boolean {
    return this.bearer === undefined || this.bearer.standing === 'alive'
  }
}

export class TickBatch {
  readonly part: Part
  /** In the order in which they were asked for, each key once. */
  readonly slots: Slot[] = []
  /** Keys that the near cache must not keep: they were invalidated after they were asked for, or that was on its way. */
  readonly outdated = new Set<string>()
  readonly #bySpace = new Map<string, Map<string, Slot>>()
  #space: Names | undefined
  #ofSpace = new Map<string, Slot>()
  /** Resolves once the store has answered, or failed. Never rejects. */
  readonly answered: Promise<void>
  /**
   * By then, where there are entries with tags: resolves once it is known which of them are dead, or cannot be known. Never
   * rejects.
   */
  judged: Promise<void> | undefined

  constructor(part: Part, sent: (batch: TickBatch) => Promise<void>) {
    this.part = part
    this.answered = sent(this)
  }

  /** By the texts of a space, since under load most keys were asked for before: a key is made once. */
  slot(space: Names, text: string): Slot {
    if (space !== this.#space) this.#enter(space)
    let slot = this.#ofSpace.get(text)
    if (slot === undefined) {
      slot = new Slot(space.valueKey(text), this.part)
      this.#ofSpace.set(text, slot)
      this.slots.push(slot)
    }
    return slot
  }

  #enter(space: Names): void {
    this.#space = space
    this.#ofSpace = this.#bySpace.get(space.pattern) ?? new Map()
    this.#bySpace.set(space.pattern, this.#ofSpace)
  }
}

/** Is there any among them that has to be judged? To be asked once they are filled. */
export function bearsTags(slots: readonly (Slot | undefined)[]): boolean {
  for (let i = 0; i < slots.length; i++) if (slots[i]?.bearer !== undefined) return true
  return false
}
