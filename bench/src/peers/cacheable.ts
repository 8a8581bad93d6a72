/** cacheable 2, with Redis as its only store, and as its second behind memory. */
import { createKeyv } from '@keyv/redis'
import { Cacheable, type CacheableOptions } from 'cacheable'
import { cacheAside, loadOne } from './cache-aside.ts'
import { installed } from './installed.ts'
import type { Opening, OpenPeer, Peer } from './peer.ts'

const version = `${installed('cacheable')}, @keyv/redis ${installed('@keyv/redis')}`

export const cacheable: Peer = {
  name: 'cacheable',
  version,
  settings:
    'Redis as the primary store, by @keyv/redis; getMany, and for absent ones setMany, getOrSet for one.',
  open: async (opening) =>
    opened({ primary: createKeyv(opening.url, { namespace: opening.prefix }) }, opening),
}

export const cacheableInMemory: Peer = {
  name: 'cacheable, memory in front',
  version,
  settings: 'The default primary store, in memory, and @keyv/redis as the secondary; getMany, and setMany.',
  open: async (opening) =>
    opened({ secondary: createKeyv(opening.url, { namespace: opening.prefix }) }, opening),
}

function opened<V>(stores: CacheableOptions, opening: Opening<V>): OpenPeer<V> {
  const { ttl, load } = opening
  const cache = new Cacheable({ ...stores, ttl })
  const many = {
    getMany: (ids: readonly string[]) => cache.getMany<V | null>([...ids]),
    load,
    setMany: (entries: readonly (readonly [string, V | null])[]) =>
      cache.setMany(entries.map(([key, value]) => ({ key, value }))),
  }
  return {
    readMany: (ids) => cacheAside(ids, many),
    read: (id) => cache.getOrSet(id, () => loadOne(opening, id)),
    close: () => cache.disconnect(),
  }
}
