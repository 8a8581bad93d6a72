/**
 * Reads of one turn of the event loop go to the store together, each key once, whatever request or loader they come
 * from. A key asked for twice is parsed and decoded once, too: under load that is where most of the time is saved.
 */
import type { Clock } from './clock.ts'
import { type Entry, parseEntry } from './entry.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Served } from './served.ts'
import type { Stored } from './store.ts'
import type { StoreGate } from './store-gate.ts'

export class Slot {
  stored: Stored | undefined
  /** `undefined` where nothing is stored, or nothing that can be read. */
  entry: Entry | undefined
  /** Made by the first reader, used by all. */
  served: Served<unknown> | undefined
}

export class TickBatch {
  readonly slots = new Map<string, Slot>()
  /** Resolves once the store has answered, or failed. Never rejects. */
  readonly answered: Promise<void>
  /** The store has failed, or the cache was closed: the slots are empty for want of an answer. */
  failed = false

  constructor(sent: (batch: TickBatch) => Promise<void>) {
    this.answered = sent(this)
  }

  slot(key: string): Slot {
    let slot = this.slots.get(key)
    if (slot === undefined) {
      slot = new Slot()
      this.slots.set(key, slot)
    }
    return slot
  }
}

export class TickReads {
  readonly #gate: StoreGate
  readonly #clock: Clock
  readonly #lifecycle: Lifecycle
  #open: TickBatch | undefined

  constructor(gate: StoreGate, clock: Clock, lifecycle: Lifecycle) {
    this.#gate = gate
    this.#clock = clock
    this.#lifecycle = lifecycle
  }

  /** The batch that will be sent when this turn is over. Whoever joins it is given a command sent after that. */
  get batch(): TickBatch {
    if (this.#open === undefined) {
      this.#open = new TickBatch((batch) => this.#send(batch))
      this.#lifecycle.track(this.#open.answered)
    }
    return this.#open
  }

  async #send(batch: TickBatch): Promise<void> {
    await new Promise<void>((resolve) => this.#clock.defer(resolve))
    this.#open = undefined
    try {
      this.#lifecycle.checkOpen()
      const stored = await this.#gate.readMany([...batch.slots.keys()])
      let i = 0
      for (const slot of batch.slots.values()) {
        const text = stored[i++]
        if (text === undefined) continue
        slot.stored = text
        slot.entry = parseEntry(text)
      }
    } catch {
      batch.failed = true
    }
  }
}
