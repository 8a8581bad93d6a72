/**
 * Versions side by side (law 9): an entry of an older version is converted when it is read, and written back as the
 * current version with the old one's remaining life; only if the old entry is still there and the current one is not.
 */
import { decode } from './codec.ts'
import type { Engine } from './engine.ts'
import { composeEntry, type Entry } from './entry.ts'
import type { Flight } from './flights.ts'
import { idOf, type Made, makeFrom } from './make-entry.ts'
import { MISSING, type Served } from './served.ts'
import type { Promotion } from './store.ts'
import { ignore } from './store-guard.ts'

/** `undefined` where the older entry cannot be converted: it counts as absent. */
export function upgradeEntry<K, V>(
  engine: Engine<K, V>,
  flight: Flight<K, V>,
  old: Entry,
  from: number,
): { value: Served<V>; stamp: string } | undefined {
  const stamp = engine.clock.token()
  const made = convert(engine, flight, old, from, stamp)
  if (made === undefined) return undefined
  if (made.write !== undefined && !engine.invalidations.bars(flight.key)) {
    const life = Math.max(1, Math.ceil(old.at + old.life - engine.gate.nowFor(flight.key)))
    const write = { key: flight.key, ...made.write, at: old.at, life }
    const source = { key: engine.space.versionKey(flight.text, from), stamp: old.stamp }
    engine.lifecycle.background(promote(engine, flight, { lease: flight.lease, write, from: source }, from))
  }
  return { value: made.served, stamp }
}

function convert<K, V>(
  engine: Engine<K, V>,
  flight: Flight<K, V>,
  old: Entry,
  from: number,
  stamp: string,
): Made<V> | undefined {
  const { fresh, life, began, delta } = old
  const entry = { stamp, fresh, life, began, delta, ...idOf(flight.text) }
  if (old.kind === 'missing')
    return { served: MISSING, write: composeEntry({ ...entry, kind: 'missing', body: '' }) }
  try {
    const upgrade = engine.policy.upgrade.get(from) as (old: unknown) => V
    const value = upgrade(decode(old, undefined))
    if (value === undefined || value === null) throw new TypeError('upgrade returned no value')
    return makeFrom(engine, value, entry)
  } catch (error) {
    engine.events.emit('upgrade-failed', { loader: engine.name, id: flight.text, from, error })
    return undefined
  }
}

async function promote<K, V>(
  engine: Engine<K, V>,
  flight: Flight<K, V>,
  promotion: Promotion,
  from: number,
): Promise<void> {
  const written = await engine.gate.promote([promotion]).catch(ignore)
  engine.events.emit('upgraded', {
    loader: engine.name,
    id: flight.text,
    from,
    written: written?.[0] === true,
  })
}
