import type { Engine } from '../loader/engine.ts'
import type { Flight } from '../read/flights.ts'

/** Nobody can join the flight any more, and no news of its lease reach it: it is given its result now. */
export function land<K, V>({ flights, waiters }: Engine<K, V>, flight: Flight<K, V>): Flight<K, V> {
  flights.end(flight)
  waiters.unwatch(flight)
  return flight
}
