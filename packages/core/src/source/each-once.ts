import { isDeepStrictEqual } from 'node:util'

/**
 * Past the cache, a batch that names an ID twice has two flights for it, and `load` is given each ID once. Not each key: IDs
 * that share a key wrongly get their own answers there, so that nobody is given what is not theirs.
 */
export function eachOnce<F extends { readonly key: string; readonly id: unknown }>(flights: readonly F[]) {
  const keys = new Set(flights.map(({ key }) => key))
  if (keys.size === flights.length) return { once: flights, places: flights.map((_, place) => place) }
  const once: F[] = []
  const byKey = new Map<string, number[]>()
  /** Aligned to the flights: where in `once` its ID stands. */
  const places = flights.map((flight) => {
    const places = byKey.get(flight.key) ?? []
    const known = places.find((place) => isSame(once[place]?.id, flight.id))
    if (known !== undefined) return known
    byKey.set(flight.key, [...places, once.length])
    return once.push(flight) - 1
  })
  return { once, places }
}

/** Of instances of classes nobody knows what makes them the same: there the key is taken at its word. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  const areObjects = Object(one) === one && Object(other) === other
  return areObjects && (!isData(one as object) || !isData(other as object) || isDeepStrictEqual(one, other))
}

/** A record or an array. */
function isData(id: object): boolean {
  const prototype = Object.getPrototypeOf(id)
  return Array.isArray(id) || prototype === null || Object.getPrototypeOf(prototype) === null
}
