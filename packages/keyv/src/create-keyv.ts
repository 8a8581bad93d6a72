import { Keyv } from 'keyv'
import { ValuesAdapter } from './values-adapter.ts'
import { type CreateKeyvOptions, resolveValuesOptions } from './values-options.ts'

/**
 * A ready Keyv whose values are kept as what they are: Date, Map, Set, BigInt, Buffer and the like come back as such.
 *
 * - `get` answers `undefined` for a key of which nothing is known, and `null` for one that is known not to exist: that was
 *   set to `null`, or that `load` had nothing for. This is kept for `missingTtl`. `has` says whether either is known, and
 *   never loads. To set `undefined` is to delete.
 * - With `load` a `get` reads through: one load for all who ask at once, in the whole fleet; stale values within `grace`
 *   while they are refreshed; and cool-downs. Where it fails, `get` answers `undefined`, and the error is an `error` event
 *   of the Keyv.
 * - `set` with a ttl keeps it exactly. Without one, an entry lives as a loaded one where there is a `ttl` or a `load`, and
 *   otherwise stays for a hundred years.
 * - With `version` and `upgrade`, entries of older versions are converted as they are read. `legacy` reads those of a plain
 *   Keyv with @keyv/redis.
 *
 * What is read is shared, and so frozen, unless `freeze` is `false`. The Keyv has no namespace of its own, and refuses one.
 *
 * @throws OptionError
 */
export function createKeyv<V>(options: CreateKeyvOptions<V> = {}): Keyv<V | null> {
  const store = new ValuesAdapter(resolveValuesOptions(options))
  const settings = { ...OF_KEYV_5, ...OF_KEYV_6, store, namespace: undefined }
  return new Keyv<V | null>(settings as ConstructorParameters<typeof Keyv>[0])
}

/** Neither minds the other's. */
const OF_KEYV_5 = { useKeyPrefix: false, serialize: undefined, deserialize: undefined }
/** Entries bear no expiry that could be checked; checking it, `has` would load. */
const OF_KEYV_6 = { serialization: false, checkExpired: false }
