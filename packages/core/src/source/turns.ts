/**
 * Turns at a source: what a load needs before it asks for a lease, so that no lease is held by who only waits.
 *
 * Nobody waits for a slot who has one: a load within a load takes a free slot or goes without, and so does whatever a load
 * waits for. So loads cannot wait for each other, whichever sources they load from. Nor is it refused by the circuit of a
 * source whose load it is within: or no probe could succeed that nests. Refreshes and warming wait like everyone: nobody
 * waits for them.
 */

import { CircuitOpenError, OverloadedError } from '../errors/errors.ts'
import type { Engine, LoaderParts } from '../loader/engine.ts'
import type { Flight } from '../read/flights.ts'
import { LENT, type Turn } from './slots.ts'
import type { Source } from './sources.ts'

/** `undefined` where there is none to be had at once. */
export function turnAtOnce<K, V>(engine: Engine<K, V>, flights: readonly Flight<K, V>[]): Turn | undefined {
  const { source, lifecycle } = engine
  if (lifecycle.closed || isRefused(source, flights)) return undefined
  return source.slots.take() ?? (flights.some(({ isNested }) => isNested) ? LENT : undefined)
}

/** Why it would be in vain to wait for one. */
export function refusalOf<K, V>(engine: Engine<K, V>, flights: readonly Flight<K, V>[]): Error | undefined {
  const { source, lifecycle, name } = engine
  if (lifecycle.closed) return lifecycle.closedError()
  if (isRefused(source, flights)) return circuitOpen(engine)
  return source.slots.isStuck ? new OverloadedError(name, source.name, 'all hang') : undefined
}

/** Behind readers. A turn, or why there is none. */
export async function takeTurnBehind<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
): Promise<Turn | Error> {
  const { source, name, clock, policy } = engine
  const turn = turnAtOnce(engine, flights)
  const refusal = turn === undefined ? refusalOf(engine, flights) : undefined
  if (turn !== undefined || refusal !== undefined) return (turn ?? refusal) as Turn | Error
  const place = source.slots.wait(true)
  const cancel = clock.after(policy.waitTimeout, place.leave, { ref: false })
  const taken = await place.turn
  cancel()
  return taken ?? refusalOf(engine, flights) ?? new OverloadedError(name, source.name, 'queue')
}

/** Where no slot is free to probe, nobody can be told when one will be. */
function isRefused<K, V>({ circuit, slots }: Source, flights: readonly Flight<K, V>[]): boolean {
  const isOpen = circuit.refusesFor !== undefined || (circuit.isOpen && slots.isFull)
  return isOpen && !flights.some(({ isAdmitted }) => isAdmitted)
}

export function circuitOpen<K, V>({ name, source, clock }: LoaderParts<K, V>): CircuitOpenError {
  const { refusesFor, retryAfter } = source.circuit
  const retryAt = Math.ceil(clock.now() + (refusesFor ?? retryAfter))
  return new CircuitOpenError(`Loader "${name}": the source "${source.name}"`, retryAt)
}
