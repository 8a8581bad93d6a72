/** The cache that an adapter makes for itself. */
import {
  type Cache,
  type CacheOptions,
  checkClock,
  createCache,
  memoryStore,
  OptionError,
  type Store,
  systemClock,
} from '@larder/core'
import { redisAtUrl } from './redis-at-url.ts'

export interface OpenOptions extends Pick<CacheOptions, 'near' | 'storeTimeout' | 'waitUntil' | 'clock'> {
  /**
   * Where entries are kept, such as a `redisStore(client)`. Closed with the adapter, by `disconnect`: so each adapter has a
   * store of its own. A client that the store was given stays open. Default: a `memoryStore()`.
   */
  readonly store?: Store | undefined
  /**
   * Instead of a store: the URL of a Redis server, `redis://` or `rediss://`. The adapter has a connection of its own then,
   * which it opens when it first needs it, and closes. Wants `@larder/redis` and `ioredis` installed.
   */
  readonly url?: string | undefined
  /** Parts these entries from others in the same store. Default `'keyv'`. */
  readonly namespace?: string | undefined
}

export const OPEN_OPTIONS = [
  'store',
  'url',
  'namespace',
  'near',
  'storeTimeout',
  'waitUntil',
  'clock',
] as const

export const DEFAULT_NAMESPACE = 'keyv'

/** Nothing is connected to yet. */
export function openCache(
  where: string,
  { store: given, url, namespace = DEFAULT_NAMESPACE, clock = systemClock, ...options }: OpenOptions,
): { readonly cache: Cache; readonly store: Store } {
  if (given !== undefined && url !== undefined)
    throw new OptionError(where, 'a store or a url', 'both', 'Leave one of them out.')
  checkClock(where, clock)
  const { storeTimeout: timeout } = options
  const atUrl = url === undefined ? undefined : redisAtUrl(`${where}: url`, url, { timeout, clock })
  const store = given ?? atUrl ?? memoryStore({ clock })
  return { cache: createCache({ ...options, namespace, store, clock }), store }
}
