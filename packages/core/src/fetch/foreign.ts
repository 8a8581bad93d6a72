/** A key of another type where an entry should lie: reads see nothing there, only leases tell what it is (law 8). */

import { ForeignEntryError } from '../errors/errors.ts'
import type { Engine } from '../loader/engine.ts'
import type { Flight } from '../read/flights.ts'
import type { Acquired } from '../store/store.ts'

/** Told by whoever is about to overwrite it, so once and not by each who waits meanwhile. */
export function reportForeign<K, V>(
  { name, events }: Engine<K, V>,
  { text }: Flight<K, V>,
  answer: Acquired | undefined,
): void {
  if (answer?.kind !== 'granted' && answer?.kind !== 'found') return
  if (answer.foreign === undefined) return
  events.emit('corrupt', { loader: name, id: text, error: new ForeignEntryError(name, answer.foreign) })
}
