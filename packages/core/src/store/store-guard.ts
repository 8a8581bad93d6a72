/**
 * How every command to the store goes out: under a deadline and the circuit of its part. What fails becomes a `StoreError`,
 * told once as an event.
 */

import { CircuitOpenError, StoreError } from '../errors/errors.ts'
import type { Emitter } from '../events/events.ts'
import type { Clock } from '../time/clock.ts'
import { withDeadline } from '../time/deadline.ts'
import type { Part, Parts } from './parts.ts'
import { outcomeOf, StoreCircuits } from './store-circuits.ts'

export interface How {
  /** Somebody awaits it, so that it keeps the process alive. Default true. */
  readonly ref?: boolean
  /** Default `storeTimeout`. */
  readonly timeout?: number
}

interface Command {
  /** What the store is to do, in events and errors. */
  readonly operation: string
  readonly part: Part
  /** Whether it counts for the circuit of the reads. Default false: for that of the writes. */
  readonly reads?: boolean
  /** Whether it is sent even while the circuit is open. Default false. */
  readonly insists?: boolean
}

export class StoreGuard {
  readonly #parts: Parts
  readonly #timeout: number
  readonly #clock: Clock
  readonly #events: Emitter
  readonly #circuits: StoreCircuits

  constructor(parts: Parts, timeout: number, clock: Clock, events: Emitter) {
    this.#parts = parts
    this.#timeout = timeout
    this.#clock = clock
    this.#events = events
    this.#circuits = new StoreCircuits(timeout, clock, events)
  }

  /** Whether a circuit of the reads, or of the writes, of any part is open. */
  isAnyOpen(name: 'reads' | 'writes'): boolean {
    return this.#circuits.isAnyOpen(name)
  }

  /** @throws StoreError */
  async run<T>(
    { operation, part, reads = false, insists = false }: Command,
    send: () => Promise<T>,
    { ref = true, timeout = this.#timeout }: How = {},
  ): Promise<T> {
    const circuit = this.#circuits.of(reads ? 'reads' : 'writes', part)
    const settle = circuit.admit() ?? (insists ? ignore : undefined)
    if (settle === undefined) {
      const retryAt = this.#clock.now() + (circuit.refusesFor ?? 0)
      throw new StoreError(operation, new CircuitOpenError('The store', Math.ceil(retryAt)))
    }
    try {
      const what = `The store's answer to "${operation}"`
      const answer = await withDeadline(this.#clock, timeout, what, send(), { ref })
      settle('well')
      this.#parts.answered(part)
      if (!reads) this.#circuits.hasWritten(part)
      return answer
    } catch (cause) {
      settle(outcomeOf(cause))
      this.#parts.failed(part)
      const error = new StoreError(operation, cause)
      this.#events.emit('store-error', { operation, error, ...(part !== undefined && { part }) })
      throw error
    }
  }
}

/** For what has been told as an event already. */
export function ignore(): void {}
