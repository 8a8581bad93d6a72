/** The circuits of the store: one for the reads and one for the writes of each of its parts. */

import { DeadlineError, LarderError } from '../errors/errors.ts'
import type { Emitter } from '../events/events.ts'
import { Circuit, type Outcome } from '../source/circuit.ts'
import type { Clock } from '../time/clock.ts'
import type { Part } from './parts.ts'

/** While a store hangs, so many reads pay `storeTimeout`, or those of three times as long, and then one a second. */
const CIRCUIT = { failures: 0.5, over: 10_000, minimum: 5, retryAfter: 1_000 }

export interface StoreCircuit {
  readonly of: 'reads' | 'writes'
  readonly part: Part
  readonly circuit: Circuit
}

export class StoreCircuits {
  readonly #timeout: number
  readonly #clock: Clock
  readonly #events: Emitter
  readonly #circuits = new Map<string, StoreCircuit>()

  constructor(timeout: number, clock: Clock, events: Emitter) {
    this.#timeout = timeout
    this.#clock = clock
    this.#events = events
  }

  get all(): readonly StoreCircuit[] {
    return [...this.#circuits.values()]
  }

  /** Reads and writes have one each: a store whose writes are paused answers reads. */
  of(name: 'reads' | 'writes', part: Part): Circuit {
    const key = `${name} ${part}`
    const known = this.#circuits.get(key)
    if (known !== undefined) return known.circuit
    const settings = { ...CIRCUIT, silence: 2 * this.#timeout }
    const circuit = new Circuit(this.#clock, settings, (state) =>
      this.#events.emit('circuit', { of: 'store', name, state, ...(part !== undefined && { part }) }),
    )
    this.#circuits.set(key, { of: name, part, circuit })
    return circuit
  }

  /** Then it may answer reads, too. Not the other way round: of a store that answers reads, writes may hang. */
  hasWritten(part: Part): void {
    this.#circuits.get(`reads ${part}`)?.circuit.retrySoon()
  }
}

/**
 * A store's own refusal is an answer: it costs no time, and says that somebody is there. Nor does a missing connection cost
 * time: it is no silence, or a store that is back after half a second would be asked only a second later.
 */
export function outcomeOf(cause: unknown): Outcome {
  if (cause instanceof DeadlineError) return 'silent'
  return cause instanceof LarderError ? 'failed' : 'well'
}
