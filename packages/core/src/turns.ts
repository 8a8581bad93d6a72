/**
 * Turns at a source: what a load needs before it asks for a lease, so that no lease is held by who only waits.
 *
 * A load within a load of the same source uses its slot, and passes by its circuit: waiting for each other would end with
 * everyone's patience, and a probe could not succeed. So does whatever a load within a load waits for. Refreshes and
 * warming do not: nobody waits for them.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Engine, LoaderParts } from './engine.ts'
import { CircuitOpenError, OverloadedError } from './errors.ts'
import type { Flight } from './flights.ts'
import { LENT, NO_SLOT, type Turn } from './slots.ts'
import type { Source } from './sources.ts'

/** The sources of the loads that this code runs in. */
const within = new AsyncLocalStorage<ReadonlySet<Source>>()

/** `load`, so that loads within it know of it. To be called where it is asked for, and run in whatever context. */
export function loadingFrom<R>(source: Source, load: () => R): () => R {
  const sources = new Set(within.getStore()).add(source)
  return () => within.run(sources, load)
}

export function isLoadingFrom(source: Source): boolean {
  return within.getStore()?.has(source) === true
}

/** A load of the flight's source waits for it, from now on: it needs no slot of its own. */
export function lendTo<K, V>(flight: Flight<K, V>): void {
  flight.isNested = true
  flight.lend?.()
}

/** A turn, or why there is none. At once if the source has a slot free, else when the flights are next in line. */
export async function takeTurn<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
  background: boolean,
  patience: number,
): Promise<Turn | Error> {
  const { source, lifecycle, name } = engine
  if (lifecycle.closed) return lifecycle.closedError()
  if (!background && flights.some(({ isNested }) => isNested)) return LENT
  if (isRefused(source)) {
    // An older version's entry may still be found.
    return engine.olderVersions.length === 0 ? circuitOpen(engine) : NO_SLOT
  }
  const turn = source.slots.take()
  if (turn !== undefined) return turn
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
