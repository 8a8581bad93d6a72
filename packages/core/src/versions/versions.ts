/**
 * Versions side by side (law 9): an entry of an older version is converted when it is read, and written back as the
 * current version with the old one's remaining life; only if the old entry is still there and the current one is not.
 */
import { decode } from '../entry/codec.ts'
import { composeEntry, type Entry, freshFor, isAlive, parseEntry } from '../entry/entry.ts'
import { idOf, type Made, makeFrom } from '../entry/make-entry.ts'
import type { Engine } from '../loader/engine.ts'
import type { Entity } from '../read/flights.ts'
import { MISSING } from '../read/served.ts'
import { viaOf } from '../read/via.ts'
import { tagsOf } from '../tags/tags-of.ts'
import { legacyKeys, readLegacy } from './legacy.ts'
import { promoteSoon } from './promote.ts'
import { type Upgraded, upgradeFrom } from './upgrade.ts'

/** Where older versions lie, newest first, and then what was there before Larder. */
export function oldKeys<K, V>(engine: Engine<K, V>, text: string): string[] {
  const keys = engine.olderVersions.map((version) => engine.space.versionKey(text, version))
  return [...keys, ...legacyKeys(engine, text)]
}

export function countOld<K, V>({ olderVersions, policy }: Engine<K, V>): number {
  return olderVersions.length + (policy.legacy === undefined ? 0 : 1)
}

/** `undefined` where what lies under the `at`-th of the old keys is of no use: it counts as absent. */
export function upgradeOld<K, V>(
  engine: Engine<K, V>,
  entity: Entity<K>,
  at: number,
  stored: string,
): Upgraded<V> | undefined {
  const from = engine.olderVersions[at]
  if (from === undefined) return readLegacy(engine, entity, stored)
  const now = engine.gate.nowFor(entity.key)
  const old = parseEntry(stored)
  if (old === undefined) engine.events.emit('corrupt', { loader: engine.name, id: entity.text })
  if (old === undefined || !isAlive(old, now)) return undefined
  const stamp = engine.clock.token()
  const made = convert(engine, entity, old, from, stamp)
  if (made === undefined) return undefined
  const { write } = made
  const promote = () => {
    if (write === undefined) return
    const life = Math.max(1, Math.ceil(old.at + old.life - now))
    const source = { key: engine.space.versionKey(entity.text, from), stamp: old.stamp }
    promoteSoon(engine, entity, { ...write, at: old.at, life }, source, from)
  }
  const part = engine.gate.parts.of(entity.key)
  // It bears the tags of its new value, too, which may have been invalidated since the old one was loaded.
  const bearer = engine.tagReads.bearerOf({ ...old, tags: made.tags }, part, engine.implied)
  return { value: made.served, stamp, via: viaOf(old, now), freshFor: freshFor(old, now), bearer, promote }
}

function convert<K, V>(
  engine: Engine<K, V>,
  { id, text }: Entity<K>,
  old: Entry,
  from: number,
  stamp: string,
): Made<V> | undefined {
  const { fresh, life, began, delta, tags } = old
  const entry = { stamp, fresh, life, began, delta, id: idOf(text) }
  if (old.kind === 'missing') {
    const write = composeEntry({ ...entry, kind: 'missing', tags, body: '' })
    return { served: MISSING, freshFor: fresh, write, tags }
  }
  try {
    const value = upgradeFrom(engine, from, decode(old, undefined))
    return makeFrom(engine, value, { ...entry, tags: tagsOf(engine, value, id, tags) })
  } catch (error) {
    engine.events.emit('upgrade-failed', { loader: engine.name, id: text, from, error })
    return undefined
  }
}
