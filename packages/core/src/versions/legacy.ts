/**
 * What something else has cached, under keys and in a form of its own: read as the oldest version, so that people move to
 * Larder with a warm cache. It is written back as the current version and invalidated with it, as all old entries are. A
 * text bears no stamp: that it is still the one that was read is told by comparing it whole.
 */

import { idOf, type Made, makeFrom, makeMissing } from '../entry/make-entry.ts'
import { OptionError } from '../errors/errors.ts'
import { kindOf } from '../errors/show.ts'
import type { Engine } from '../loader/engine.ts'
import type { LegacyEntry } from '../options/loader-options.ts'
import type { Entity } from '../read/flights.ts'
import { tagsOf } from '../tags/tags-of.ts'
import { promoteSoon } from './promote.ts'
import { type Upgraded, upgradeFrom } from './upgrade.ts'

/** In events: the version that such an entry has. */
const LEGACY = 0

/**
 * One, or none.
 *
 * @throws OptionError
 */
export function legacyKeys<K, V>({ name, policy }: Engine<K, V>, text: string): string[] {
  if (policy.legacy === undefined) return []
  const key: unknown = policy.legacy.key(text)
  if (typeof key === 'string') return [key]
  throw new OptionError(`Loader "${name}": legacy.key`, 'a string as its answer', kindOf(key))
}

/** `undefined` where it is of no use: it counts as absent. */
export function readLegacy<K, V>(
  engine: Engine<K, V>,
  entity: Entity<K>,
  text: string,
): Upgraded<V> | undefined {
  const stamp = engine.clock.token()
  const made = convert(engine, entity, text, stamp)
  if (made === undefined) return undefined
  const { write, served, freshFor } = made
  const promote = () => {
    if (write === undefined) return
    const [key] = legacyKeys(engine, entity.text)
    promoteSoon(engine, entity, write, { key: key as string, text }, LEGACY)
  }
  const { gate, tagReads, implied } = engine
  const part = gate.parts.of(entity.key)
  // Of its age nothing is known but that it is there: any marker kills it.
  const bearer = tagReads.bearerOf({ began: 0, at: gate.now(part), tags: made.tags }, part, implied)
  return { value: served, stamp, via: served.take() === null ? 'missing' : 'hits', freshFor, bearer, promote }
}

function convert<K, V>(
  engine: Engine<K, V>,
  { id, text: idText }: Entity<K>,
  text: string,
  stamp: string,
): Made<V> | undefined {
  const { policy, clock, olderVersions } = engine
  try {
    const legacy = policy.legacy?.read(text) as LegacyEntry | undefined
    if (legacy === undefined) return undefined
    const left = legacy.expires === undefined ? undefined : Math.ceil(legacy.expires - clock.now())
    if (left !== undefined && !(left > 0)) return undefined
    // When its load began nobody knows: it is taken for as old as can be.
    const origin = { stamp, began: 0, delta: 0 }
    if (legacy.value === undefined || legacy.value === null)
      return makeMissing(engine, idText, { ...origin, ttl: left })
    const oldest = olderVersions.at(-1)
    const value = oldest === undefined ? (legacy.value as V) : upgradeFrom(engine, oldest, legacy.value)
    const fresh = Math.min(left ?? policy.ttl(value), policy.mostLife)
    const tags = tagsOf(engine, value, id)
    return makeFrom(engine, value, { ...origin, id: idOf(idText), tags, fresh, life: fresh })
  } catch (error) {
    engine.events.emit('upgrade-failed', { loader: engine.name, id: idText, from: LEGACY, error })
    return undefined
  }
}
