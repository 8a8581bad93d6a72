/**
 * Turns at a source: what a load needs before it asks for a lease, so that no lease is held by who only waits. A load within
 * a load of the same source uses its slot; and what it waits for is lent that slot: waiting for each other would end with
 * everyone's patience.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Engine, LoaderParts } from './engine.ts'
import { CircuitOpenError, OverloadedError } from './errors.ts'
import type { Flight } from './flights.ts'
import { LENT, type Turn } from './slots.ts'
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

/** A turn, or why there is none. At once if the source has a slot free, else when the flights are next in line. */
export async function takeTurn<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
  background: boolean,
  patience: number,
): Promise<Turn | Error> {
  const { source, lifecycle, name } = engine
  // An older version's entry may still be found.
  if (engine.olderVersions.length === 0 && source.circuit.refusesFor !== undefined) return circuitOpen(engine)
  if (isLoadingFrom(source)) return LENT
  const turn = source.slots.take()
  if (turn !== undefined) return turn
  const place = source.slots.wait(background, patience)
  for (const flight of flights) flight.lend = place.lend
  const taken = await place.turn
  for (const flight of flights) flight.lend = undefined
  if (taken !== undefined) return taken
  return lifecycle.closed ? lifecycle.closedError() : new OverloadedError(name, source.name)
}

export function circuitOpen<K, V>({ name, source, clock }: LoaderParts<K, V>): CircuitOpenError {
  const retryAt = Math.ceil(clock.now() + (source.circuit.refusesFor ?? 0))
  return new CircuitOpenError(`Loader "${name}": the source "${source.name}"`, retryAt)
}
