import type { Part } from '../store/parts.ts'
import type { StoreGate } from '../store/store-gate.ts'

/** The time on the clocks of the store's parts, for one look at many entries: a clock is read when the part changes. */
export class Times {
  readonly #gate: StoreGate
  #part: Part | null = null
  #now = 0

  constructor(gate: StoreGate) {
    this.#gate = gate
  }

  in(part: Part): number {
    if (part !== this.#part) {
      this.#part = part
      this.#now = this.#gate.now(part)
    }
    return this.#now
  }
}
