/**
 * Turns at a source: what a load needs before it asks for a lease, so that no lease is held by who only waits.
 *
 * Nobody waits for a slot who has one: a load within a load takes a free slot or goes without, and so does whatever a load
 * waits for. So loads cannot wait for each other, whichever sources they load from. Nor is it refused by the circuit of a
 * source whose load it is within: or no probe could succeed that nests. Refreshes and warming wait like everyone: nobody
 * waits for them.
 */
import type { Engine, LoaderParts } from './engine.ts'
import { CircuitOpenError, OverloadedError } from './errors.ts'
import type { Flight } from './flights.ts'
import { LENT, NO_SLOT, type Turn } from './slots.ts'
import type { Source } from './sources.ts'
import { countOld } from './versions.ts'

/** A turn, or why there is none. At once if the source has a slot free, else when the flights are next in line. */
export async function takeTurn<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
  background: boolean,
  patience: number,
): Promise<Turn | Error> {
  const { source, lifecycle, name } = engine
  if (lifecycle.closed) return lifecycle.closedError()
  if (isRefused(source) && !flights.some(({ isAdmitted }) => isAdmitted)) {
    // An older version's entry may still be found.
    return countOld(engine) === 0 ? circuitOpen(engine) : NO_SLOT
  }
  const turn = source.slots.take()
  if (turn !== undefined) return turn
  if (flights.some(({ isNested }) => isNested)) return LENT
  if (source.slots.isStuck) return new OverloadedError(name, source.name)
  const place = source.slots.wait(background, patience)
  for (const flight of flights) flight.lend = place.lend
  const taken = await place.turn
  for (const flight of flights) flight.lend = undefined
  if (taken !== undefined) return taken
  if (lifecycle.closed) return lifecycle.closedError()
  return isRefused(source) ? circuitOpen(engine) : new OverloadedError(name, source.name)
}

/** Where no slot is free to probe, nobody can be told when one will be. */
export function isRefused({ circuit, slots }: Source): boolean {
  return circuit.refusesFor !== undefined || (circuit.isOpen && slots.isFull)
}

export function circuitOpen<K, V>({ name, source, clock }: LoaderParts<K, V>): CircuitOpenError {
  const retryAt = Math.ceil(clock.now() + (source.circuit.refusesFor ?? 0))
  return new CircuitOpenError(`Loader "${name}": the source "${source.name}"`, retryAt)
}
