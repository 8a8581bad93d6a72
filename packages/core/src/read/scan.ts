/** Going through all that the store holds of a loader, in one scope: to read it, or to delete it. */

import { parseEntry } from '../entry/entry.ts'
import { leaseOf, loaderPrefix, unescapePart } from '../entry/key.ts'
import { OptionError } from '../errors/errors.ts'
import { invalidated, obey } from '../invalidate/obey.ts'
import type { Engine, LoaderParts } from '../loader/engine.ts'
import { withoutScope } from '../loader/in-scope.ts'
import { isError } from '../source/answer.ts'
import { lookUp } from './look-up.ts'

/** Keys that are looked at together. */
const CHUNK = 1_000

/**
 * Every entry that can be served, as the current version. One that comes or goes meanwhile may be left out, and the store
 * may name a key twice. With older versions the IDs are remembered meanwhile, since they lie under several keys.
 *
 * @throws OptionError, StoreError, CacheClosedError
 */
export async function* entries<K, V>(
  engine: Engine<K, V>,
): AsyncGenerator<[id: string, value: V | null], void> {
  const reading = byText(engine)
  const known = [engine.policy.version, ...reading.olderVersions]
  const versions = new Set(known.map((version) => `}:v${version}`))
  const seen = reading.olderVersions.length > 0 ? new Set<string>() : undefined
  for await (const found of findMany(engine, engine.space.prefix)) {
    const keys = found.filter((key) => versions.has(key.slice(key.lastIndexOf('}'))))
    const ids = new Set((await idsOf(engine, keys)).filter((id) => !seen?.has(id)))
    const answers = await lookUp(reading, [...ids])
    for (const [i, id] of [...ids].entries()) {
      const value = answers[i]
      if (value === undefined || isError(value)) continue
      seen?.add(id)
      yield [id, value]
    }
  }
}

/**
 * Deletes every entry of every version, and the leases of loads that are running, as `invalidate` does. What is stored
 * meanwhile, by a load that had begun before, may be left.
 *
 * @throws OptionError, StoreError, CacheClosedError, InvalidationPendingError, InvalidationRefusedError
 */
export async function clear<K, V>(engine: Engine<K, V>): Promise<void> {
  await clearBelow(engine, engine.space.prefix)
}

/** The same in all scopes. */
export async function clearAll<K, V>(loader: LoaderParts<K, V>): Promise<void> {
  await clearBelow(withoutScope(loader), loaderPrefix(loader.namespace, loader.name))
}

async function clearBelow<K, V>(engine: Engine<K, V>, prefix: string): Promise<void> {
  for await (const keys of findMany(engine, prefix)) {
    const leases = new Set(keys.map(leaseOf))
    await obey(
      engine,
      Array.from(leases, (lease) => invalidated(engine, unescapePart(idPartOf(lease)), lease)),
    )
  }
}

async function* findMany<K, V>(
  { gate, lifecycle, name }: Engine<K, V>,
  prefix: string,
): AsyncGenerator<string[], void> {
  lifecycle.checkOpen()
  const found = gate.scan(prefix)
  if (found === undefined) throw new OptionError(`Loader "${name}"`, 'a store that can be scanned', undefined)
  let chunk: string[] = []
  for await (const key of found) {
    lifecycle.checkOpen()
    if (chunk.push(key) < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Where the key holds only a hash the entry says it. */
async function idsOf<K, V>(engine: Engine<K, V>, keys: readonly string[]): Promise<string[]> {
  const hashed = keys.filter((key) => isHash(idPartOf(key)))
  const groups = engine.gate.parts.group(hashed, (key) => key)
  const stored = await Promise.all(
    groups.map((group) => engine.gate.readMany(engine.gate.parts.of(group[0] as string), group)),
  )
  const said = stored.flat().flatMap((text) => {
    return (text === undefined ? undefined : parseEntry(text)?.id) ?? []
  })
  const plain = keys.map(idPartOf).filter((part) => !isHash(part))
  return [...plain.map(unescapePart), ...said]
}

/** Nothing but the separators has a slash or a brace. */
function idPartOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('}'))
}

function isHash(part: string): boolean {
  return part.startsWith('#')
}

/**
 * Read by what `key` gave: the IDs themselves are not in the store. Without them it cannot be said what tags a converted
 * value bears, so older versions are then left out.
 */
function byText<K, V>(engine: Engine<K, V>): Engine<string, V> {
  const { tags, key, legacy } = engine.policy
  const isBlind = tags !== undefined && key !== undefined
  const policy = {
    ...engine.policy,
    key: undefined,
    validate: undefined,
    legacy: isBlind ? undefined : legacy,
  }
  const olderVersions = isBlind ? [] : engine.olderVersions
  return { ...engine, policy, olderVersions, hot: undefined } as unknown as Engine<string, V>
}
