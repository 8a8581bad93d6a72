/** cache-manager 7, over @keyv/redis, and with memory in front of it. */
import { createKeyv } from '@keyv/redis'
import { createCache } from 'cache-manager'
import { createKeyv as createMemory } from 'cacheable'
import type { Keyv } from 'keyv'
import { cacheAside, loadOne } from './cache-aside.ts'
import { installed } from './installed.ts'
import type { Opening, OpenPeer, Peer } from './peer.ts'

const version = `${installed('cache-manager')}, @keyv/redis ${installed('@keyv/redis')}`

export const cacheManager: Peer = {
  name: 'cache-manager',
  version,
  settings: 'One store, createKeyv(url) of @keyv/redis; mget, and for absent ones mset, wrap for one.',
  open: async (opening) => opened([redisTier(opening)], opening),
}

export const cacheManagerInMemory: Peer = {
  name: 'cache-manager, memory in front',
  version,
  settings:
    'Two stores: CacheableMemory with an LRU of 5,000, then @keyv/redis; mget, and for absent ones mset.',
  open: async (opening) =>
    opened([createMemory({ ttl: opening.ttl, lruSize: 5_000 }), redisTier(opening)], opening),
}

function redisTier({ url, prefix }: { readonly url: string; readonly prefix: string }): Keyv {
  return createKeyv(url, { namespace: prefix })
}

function opened<V>(stores: Keyv[], opening: Opening<V>): OpenPeer<V> {
  const { ttl, load } = opening
  const cache = createCache({ stores, ttl })
  const many = {
    getMany: (ids: readonly string[]) => cache.mget<V | null>([...ids]),
    load,
    setMany: (entries: readonly (readonly [string, V | null])[]) =>
      cache.mset(entries.map(([key, value]) => ({ key, value }))),
  }
  return {
    readMany: (ids) => cacheAside(ids, many),
    read: (id) => cache.wrap(id, () => loadOne(opening, id)),
    close: () => cache.disconnect(),
  }
}
