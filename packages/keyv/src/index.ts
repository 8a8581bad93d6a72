/**
 * Larder with Keyv 5 and Keyv 6.
 *
 *     createCache({ namespace: 'shop', store: keyvStore(new Keyv()) })
 *
 * - `keyvStore` makes a store of any Keyv, which stays yours.
 * - `AnyKeyv` is what it uses of a Keyv. Anything that has it will do.
 * - `KeyvFailedError` is what an operation rejects with that the Keyv did not do.
 */
export type { AnyKeyv, KeyvWrite } from './any-keyv.ts'
export { KeyvFailedError } from './errors.ts'
export { type KeyvStoreOptions, keyvStore } from './keyv-store.ts'
