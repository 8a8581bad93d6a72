/**
 * What the reads of one turn have to fetch takes off together, whatever request they come from: all that waited for one
 * answer of the store go on one after the other, before anything else happens, and so a call of `load` has the keys of all.
 */
import type { Flight } from './flights.ts'

interface Engine<K, V> {
  readonly departures: Map<string, Departure<K, V>>
  readonly space: { readonly prefix: string }
}

export interface Departure<K, V> {
  readonly flights: Flight<K, V>[]
  /** Resolves when all have landed. */
  readonly landed: Promise<void>
}

/** @param name Of the way to fetch, one `fetch` each. */
export function depart<K, V, E extends Engine<K, V>>(
  engine: E,
  flights: readonly Flight<K, V>[],
  name: string,
  fetch: (engine: E, flights: readonly Flight<K, V>[]) => Promise<void>,
): Promise<void> {
  const { departures, space } = engine
  const key = `${name} ${space.prefix}`
  const others = departures.get(key)
  if (others !== undefined) {
    others.flights.push(...flights)
    return others.landed
  }
  const all = [...flights]
  const takeOff = async () => {
    await undefined
    departures.delete(key)
    await fetch(engine, all)
  }
  const departure = { flights: all, landed: takeOff() }
  departures.set(key, departure)
  return departure.landed
}
