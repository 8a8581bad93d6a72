/**
 * Reads of one turn of the event loop go to the store together, each key once, whatever request or loader they come
 * from: one command for each part of the store. A key asked for twice is parsed and decoded once, too: under load that is
 * where most of the time is saved.
 */

import type { Lifecycle } from '../cache/lifecycle.ts'
import { type Entry, parseEntry } from '../entry/entry.ts'
import type { Part } from '../store/parts.ts'
import type { StoreGate } from '../store/store-gate.ts'
import type { Bearer, Implied } from '../tags/bearer.ts'
import type { Clock } from '../time/clock.ts'
import type { NearCache } from './near-cache.ts'
import { type Slot, TickBatch } from './tick-batch.ts'

/** How entries with tags are told from dead ones. */
interface Judge {
  bearerOf(entry: Entry, part: Part, implied: Implied | undefined): Bearer | undefined
  judgeInTime(bearers: readonly Bearer[], askedAt: number): Promise<void>
}

export class TickReads {
  readonly #gate: StoreGate
  readonly #clock: Clock
  readonly #lifecycle: Lifecycle
  readonly #near: NearCache | undefined
  readonly #judge: Judge | undefined
  readonly #open = new Map<Part, TickBatch>()

  /** @param judge None where what is read is no entry. */
  constructor(gate: StoreGate, clock: Clock, lifecycle: Lifecycle, near?: NearCache, judge?: Judge) {
    this.#gate = gate
    this.#clock = clock
    this.#lifecycle = lifecycle
    this.#near = near
    this.#judge = judge
  }

  /** The batch that will be sent when this turn is over. Whoever joins it is given a command sent after that. */
  batchOf(part: Part): TickBatch {
    let batch = this.#open.get(part)
    if (batch === undefined) {
      batch = new TickBatch(part, (it) => this.#send(it))
      this.#open.set(part, batch)
      this.#near?.ask(batch)
      this.#lifecycle.track(batch.answered)
    }
    return batch
  }

  async #send(batch: TickBatch): Promise<void> {
    await new Promise<void>((resolve) => this.#clock.defer(resolve))
    this.#open.delete(batch.part)
    const askedAt = this.#clock.monotonic()
    let bearers: Bearer[] | undefined
    try {
      this.#lifecycle.checkOpen()
      const { slots } = batch
      const keys = slots.map(({ key }) => key)
      const stored = await this.#gate.readMany(batch.part, keys)
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i] as Slot
        // It may not have been known where the key lies before it was asked for.
        if (slot.part !== undefined) slot.part = this.#gate.parts.of(slot.key)
        const text = stored[i]
        if (text === undefined) continue
        slot.stored = text
        slot.entry = parseEntry(text)
        const bearer = slot.entry && this.#judge?.bearerOf(slot.entry, slot.part, slot.implied)
        if (bearer === undefined) continue
        slot.bearer = bearer
        bearers ??= []
        bearers.push(bearer)
      }
    } catch {
      for (const slot of batch.slots) slot.failed = true
    }
    if (bearers === undefined) this.#near?.keep(batch)
    else this.#judgeLater(batch, bearers, askedAt)
  }

  /** Those who have read nothing with tags do not wait for it. */
  #judgeLater(batch: TickBatch, bearers: readonly Bearer[], askedAt: number): void {
    this.#near?.keep(batch, { untilJudged: true })
    batch.judged = (this.#judge as Judge).judgeInTime(bearers, askedAt).then(() => this.#near?.keep(batch))
    this.#lifecycle.track(batch.judged)
  }
}
