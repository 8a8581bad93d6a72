/** An entry that `acquire` found instead of granting a lease: the current version's, or an older one to convert. */
import type { Engine } from './engine.ts'
import { type Entry, entryStamp, isAlive, isFresh, parseEntry } from './entry.ts'
import { type Flight, NO, type Via } from './flights.ts'
import { refreshSoon } from './refresh.ts'
import { type Served, serve } from './served.ts'
import type { Acquired } from './store.ts'
import { upgradeEntry } from './versions.ts'

type FoundEntry = Extract<Acquired, { kind: 'found' }>

/**
 * Lands the flight with what was found by store command `number`, and answers true; or notes on the flight that this
 * entry is of no use, for asking again.
 */
export function landFound<K, V>(
  engine: Engine<K, V>,
  flight: Flight<K, V>,
  found: FoundEntry,
  number: number,
): boolean {
  const entry = parseEntry(found.stored)
  if (entry === undefined) engine.events.emit('corrupt', { loader: engine.name, id: flight.text })
  const now = engine.gate.nowFor(flight.key)
  const served =
    entry !== undefined && isAlive(entry, now) ? open(engine, flight, entry, found.index) : undefined
  if (entry === undefined || served === undefined) {
    if (found.index === 0) flight.seen = entryStamp(found.stored)
    else flight.skipped += found.index
    return false
  }
  const via = viaOf(entry, now)
  flight.succeed(served.value, via, number, NO)
  if (via === 'stale')
    refreshSoon(engine, [{ id: flight.id, text: flight.text, key: flight.key, seen: served.stamp }])
  return true
}

export function viaOf(entry: Entry, now: number): Via {
  return isFresh(entry, now) ? (entry.kind === 'missing' ? 'missing' : 'hits') : 'stale'
}

/** The value, and the stamp that the current version's entry bears, or will. */
function open<K, V>(
  engine: Engine<K, V>,
  flight: Flight<K, V>,
  entry: Entry,
  index: number,
): { value: Served<V>; stamp: string } | undefined {
  if (index > 0)
    return upgradeEntry(engine, flight, entry, engine.olderVersions[flight.skipped + index - 1] as number)
  const value = serve<V>(entry, engine.policy)
  try {
    value.take()
    return { value, stamp: entry.stamp }
  } catch (error) {
    engine.events.emit('corrupt', { loader: engine.name, id: flight.text, error })
    return undefined
  }
}
