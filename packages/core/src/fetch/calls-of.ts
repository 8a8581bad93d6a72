import type { Flight } from '../read/flights.ts'
import { chunksOf } from '../store/chunks.ts'

/** What one call of `load` each may be given. What a load waits for goes without a slot, and takes no others along. */
export function callsOf<K, V>(flights: readonly Flight<K, V>[], most: number): Flight<K, V>[][] {
  const groups = [flights.filter(({ isNested }) => isNested), flights.filter(({ isNested }) => !isNested)]
  return groups.flatMap((group) => chunksOf(group, most))
}
