/** An entry that `acquire` found instead of granting a lease: the current version's, or an older one to convert. */

import { entryStamp, freshFor, isAlive, parseEntry } from '../entry/entry.ts'
import type { Engine } from '../loader/engine.ts'
import { type Flight, NO } from '../read/flights.ts'
import { serve } from '../read/served.ts'
import { viaOf } from '../read/via.ts'
import type { Acquired, Stored } from '../store/store.ts'
import type { Upgraded } from '../versions/upgrade.ts'
import { upgradeOld } from '../versions/versions.ts'
import type { FoundOutcome } from './found-outcome.ts'
import { land } from './landing.ts'
import { refreshSoon } from './refresh.ts'

type FoundEntry = Extract<Acquired, { kind: 'found' }>

/** Takes what was found by store command `number`. A promise where it bears tags: then their markers are read first. */
export function landFound<K, V>(
  engine: Engine<K, V>,
  flight: Flight<K, V>,
  found: FoundEntry,
  number: number,
): FoundOutcome | Promise<FoundOutcome> {
  const served =
    found.index > 0
      ? upgradeOld<K, V>(engine, flight, flight.skipped + found.index - 1, found.stored)
      : open(engine, flight, found.stored)
  const bearer = served?.bearer
  if (bearer === undefined) return landWith(engine, flight, found, number, served)
  const askedAt = engine.clock.monotonic()
  return engine.tagReads.standing(bearer, flight.storeBudget).then((standing) => {
    flight.spend(engine.clock.monotonic() - askedAt)
    if (standing === 'unknown') return 'unjudged'
    return landWith(engine, flight, found, number, standing === 'alive' ? served : undefined)
  })
}

function landWith<K, V>(
  engine: Engine<K, V>,
  flight: Flight<K, V>,
  found: FoundEntry,
  number: number,
  served: Upgraded<V> | undefined,
): FoundOutcome {
  if (served === undefined) {
    if (found.index === 0) flight.seen = entryStamp(found.stored)
    else flight.skipped += found.index
    return 'useless'
  }
  served.promote?.()
  land(engine, flight).succeed(served.value, { ...served, number, accepted: NO })
  if (served.via === 'stale')
    refreshSoon(engine, [{ id: flight.id, text: flight.text, key: flight.key, seen: served.stamp }])
  return 'landed'
}

/** The current version's. */
function open<K, V>(engine: Engine<K, V>, flight: Flight<K, V>, stored: Stored): Upgraded<V> | undefined {
  const entry = parseEntry(stored)
  if (entry === undefined) engine.events.emit('corrupt', { loader: engine.name, id: flight.text })
  const now = engine.gate.nowFor(flight.key)
  if (entry === undefined || !isAlive(entry, now) || entry.began <= flight.since) return undefined
  const value = serve<V>(entry, engine.policy)
  try {
    value.take()
    const bearer = engine.tagReads.bearerOf(entry, engine.gate.parts.of(flight.key), engine.implied)
    return { value, stamp: entry.stamp, via: viaOf(entry, now), freshFor: freshFor(entry, now), bearer }
  } catch (error) {
    engine.events.emit('corrupt', { loader: engine.name, id: flight.text, error })
    return undefined
  }
}
