/**
 * How every command to the store goes out: under a deadline and the circuit of its part. What fails becomes a `StoreError`,
 * told once as an event.
 */

import { CircuitOpenError, StoreError } from '../errors/errors.ts'
import type { Emitter } from '../events/events.ts'
import type { Observers } from '../observe/observers.ts'
import type { Clock } from '../time/clock.ts'
import { withDeadline } from '../time/deadline.ts'
import type { Part, Parts } from './parts.ts'
import { outcomeOf, type StoreCircuit, StoreCircuits } from './store-circuits.ts'

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

/** Whom to tell what became of commands. */
export interface Tell {
  readonly events: Emitter
  readonly observers: Observers
}

export class StoreGuard {
  readonly #parts: Parts
  readonly #timeout: number
  readonly #clock: Clock
  readonly #events: Emitter
  readonly #observers: Observers
  readonly #circuits: StoreCircuits

  constructor(parts: Parts, timeout: number, clock: Clock, { events, observers }: Tell) {
    this.#parts = parts
    this.#timeout = timeout
    this.#clock = clock
    this.#events = events
    this.#observers = observers
    this.#circuits = new StoreCircuits(timeout, clock, events)
  }

  get circuits(): readonly StoreCircuit[] {
    return this.#circuits.all
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
    const began = this.#observers.all === undefined ? undefined : this.#clock.monotonic()
    try {
      const what = `The store's answer to "${operation}"`
      const answer = await withDeadline(this.#clock, timeout, what, send(), { ref })
      settle('well')
      this.#parts.answered(part)
      if (!reads) this.#circuits.hasWritten(part)
      if (began !== undefined) this.#tell(operation, part, began)
      return answer
    } catch (cause) {
      settle(outcomeOf(cause))
      this.#parts.failed(part)
      if (began !== undefined) this.#tell(operation, part, began, cause)
      const error = new StoreError(operation, cause)
      this.#events.emit('store-error', { operation, error, ...(part !== undefined && { part }) })
      throw error
    }
  }

  #tell(operation: string, part: Part, began: number, error?: unknown): void {
    this.#observers.tell('command', {
      operation,
      ms: this.#clock.monotonic() - began,
      ...(error !== undefined && { error }),
      ...(part !== undefined && { part }),
    })
  }
}

/** For what has been told as an event already. */
export function ignore(): void {}
