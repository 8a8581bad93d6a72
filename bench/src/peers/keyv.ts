/** Keyv 5, over @keyv/redis or in memory. It has no read-through: absent keys are loaded and set by hand. */
import { createKeyv } from '@keyv/redis'
import { Keyv } from 'keyv'
import { cacheAside, loadOne } from './cache-aside.ts'
import { installed } from './installed.ts'
import type { Opening, OpenPeer, Peer } from './peer.ts'

export const keyv: Peer = {
  name: 'keyv',
  version: `${installed('keyv')}, @keyv/redis ${installed('@keyv/redis')}`,
  settings: 'createKeyv(url, { namespace }); getMany, and for absent ones setMany, get and set for one.',
  open: async (opening) => opened(createKeyv(opening.url, { namespace: opening.prefix }), opening),
}

export const keyvInMemory: Peer = {
  name: 'keyv, memory alone',
  version: installed('keyv'),
  settings: 'new Keyv(): a Map, with the default serialization; getMany, and for absent ones setMany.',
  open: async (opening) => opened(new Keyv({ namespace: opening.prefix }), opening),
}

function opened<V>(cache: Keyv, opening: Opening<V>): OpenPeer<V> {
  const { ttl, load } = opening
  const many = {
    getMany: (ids: readonly string[]) => cache.getMany<V | null>([...ids]),
    load,
    setMany: (entries: readonly (readonly [string, V | null])[]) =>
      cache.setMany(entries.map(([key, value]) => ({ key, value, ttl }))),
  }
  return {
    readMany: (ids) => cacheAside(ids, many),
    async read(id) {
      const found = await cache.get<V | null>(id)
      if (found !== undefined) return found
      const value = await loadOne(opening, id)
      await cache.set(id, value, ttl)
      return value
    },
    close: () => cache.disconnect(),
  }
}
