/** What one turn of the event loop asks one part of the store for, and what it is answered: a slot for each key. */
import type { Entry } from '../entry/entry.ts'
import type { Part } from '../store/parts.ts'
import type { Stored } from '../store/store.ts'
import type { Served } from './served.ts'

export class Slot {
  /** Where it was read, and by whose clock it is judged. */
  part: Part
  /** The store has failed, or the cache was closed: the slot is empty for want of an answer. */
  failed = false
  /** Its key was invalidated after it was asked for: the near cache must not keep it. */
  isOutdated = false
  stored: Stored | undefined
  /** `undefined` where nothing is stored, or nothing that can be read. */
  entry: Entry | undefined
  /** Made by the first reader, used by all. */
  served: Served<unknown> | undefined

  constructor(part: Part) {
    this.part = part
  }
}

export class TickBatch {
  readonly part: Part
  readonly slots = new Map<string, Slot>()
  /** Resolves once the store has answered, or failed. Never rejects. */
  readonly answered: Promise<void>

  constructor(part: Part, sent: (batch: TickBatch) => Promise<void>) {
    this.part = part
    this.answered = sent(this)
  }

  slot(key: string): Slot {
    let slot = this.slots.get(key)
    if (slot === undefined) {
      slot = new Slot(this.part)
      this.slots.set(key, slot)
    }
    return slot
  }
}
