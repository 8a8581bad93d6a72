/**
 * Larder with Keyv 5 and Keyv 6.
 *
 *     new Keyv({ store: new LarderKeyv({ store: redisStore(client) }) })
 *     createKeyv({ store: redisStore(client), namespace: 'shop', load: (keys) => … })
 *     createCache({ namespace: 'shop', store: keyvStore(new Keyv()) })
 *
 * - `LarderKeyv` is a storage adapter for Keyv over a Larder store.
 * - `createKeyv` makes a ready Keyv over one that keeps values as they are, and can load what is absent.
 * - `RedisPackageError` is what either meets that was given a `url` where `@larder/redis` is not installed.
 * - `CorruptEntryError` and `DeliveryLostError` are what their Keyv tells, as `error` events: of what lies under a key and is
 *   no entry, and of deletes and writes that were never confirmed.
 * - `LegacyEntryError` is what the Keyv of `createKeyv` tells of an older entry that is not in Keyv's form.
 * - `keyvStore` makes a store of any Keyv, which stays yours.
 * - `AnyKeyv` is what it uses of a Keyv. Anything that has it will do.
 * - `KeyvFailedError` is what an operation rejects with that the Keyv did not do.
 */
export type { AnyKeyv, KeyvWrite } from './any-keyv.ts'
export { createKeyv } from './create-keyv.ts'
export {
  CorruptEntryError,
  DeliveryLostError,
  KeyvFailedError,
  LegacyEntryError,
  RedisPackageError,
} from './errors.ts'
export { type KeyvStoreOptions, keyvStore } from './keyv-store.ts'
export { LarderKeyv, type LarderKeyvOptions } from './larder-keyv.ts'
export type { CreateKeyvOptions } from './values-options.ts'
