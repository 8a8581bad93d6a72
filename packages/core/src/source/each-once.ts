import { isDeepStrictEqual } from 'node:util'

/**
 * Past the cache, a batch that names an ID twice has two flights for it, and `load` is given each ID once. Not each key: IDs
 * that share a key wrongly get their own answers there, so that nobody is given what is not theirs.
 */
export function eachOnce<F extends { readonly key: string; readonly id: unknown }>(flights: readonly F[]) {
  const once: F[] = []
  const byKey = new Map<string, number[]>()
  /** Aligned to the flights: where in `once` its ID stands. */
  const places = flights.map((flight) => {
    const places = byKey.get(flight.key) ?? []
    const known = places.find((place) => isDeepStrictEqual(once[place]?.id, flight.id))
    if (known !== undefined) return known
    byKey.set(flight.key, [...places, once.length])
    return once.push(flight) - 1
  })
  return { once, places }
}
