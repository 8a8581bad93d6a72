/** What a read has begun takes off, each flight in its way, together with those of other reads of its turn. */

import { fetchAbsent } from '../fetch/fetch-absent.ts'
import { fetchUnleased } from '../fetch/unleased.ts'
import type { Engine } from '../loader/engine.ts'
import type { Apart } from '../source/nesting.ts'
import { depart } from './depart.ts'
import type { Flight } from './flights.ts'

/**
 * How to fetch what the read did not find. `store-out`: without the store, which does not answer. Apart: with nobody else,
 * in a flight that cannot be joined. `past`: likewise, and without the store. `fresh`: likewise, and under a lease, by a
 * load that begins from now on.
 */
export type How = 'leased' | 'store-out' | 'fresh' | 'past' | Apart

/** By the way to fetch them. */
export type Begun<K, V> = Partial<Record<How, Flight<K, V>[]>>

export function launch<K, V>(engine: Engine<K, V>, begun: Begun<K, V>): void {
  const {
    leased = [],
    fresh = [],
    'store-out': storeOut = [],
    past = [],
    private: alone = [],
    single = [],
  } = begun
  takeOff(engine, [...leased, ...fresh], (flights) => depart(engine, flights, 'leased', fetchAbsent))
  takeOff(engine, storeOut, (flights) =>
    depart(engine, flights, 'store-out', (_, all) => fetchUnleased(engine, all, 'store-out')),
  )
  for (const group of [alone, ...single.map((flight) => [flight])])
    takeOff(engine, group, (flights) => fetchUnleased(engine, flights, 'alone'))
  takeOff(engine, past, (flights) => fetchUnleased(engine, flights, 'past'))
}

/** Whatever goes wrong, a flight lands: its readers are told instead of waiting for ever. */
function takeOff<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
  fetch: (flights: readonly Flight<K, V>[]) => Promise<void>,
): void {
  if (flights.length === 0) return
  const fetching = fetch(flights).catch((error) => {
    for (const flight of flights) {
      engine.flights.end(flight)
      flight.fail(error)
    }
  })
  engine.lifecycle.background(fetching)
}
