/** bentocache 1, with Redis as its only layer, and with memory in front of it. */
import { BentoCache, bentostore } from 'bentocache'
import { memoryDriver } from 'bentocache/drivers/memory'
import { redisDriver } from 'bentocache/drivers/redis'
import { Redis } from 'ioredis'
import { loadOne } from './cache-aside.ts'
import { installed } from './installed.ts'
import type { Opening, OpenPeer, Peer } from './peer.ts'

const version = `${installed('bentocache')}, ioredis ${installed('ioredis')}`

export const bentoCache: Peer = {
  name: 'bentocache',
  version,
  settings:
    'The Redis driver as the only layer, on a connection of ioredis 6 that is handed in; getOrSet, as many at once as there are keys.',
  open: async (opening) => opened(bentostore().useL2Layer(redisLayer(opening)), opening),
}

export const bentoCacheInMemory: Peer = {
  name: 'bentocache, memory in front',
  version,
  settings: 'The memory driver with its defaults, then the Redis driver; getOrSet, as many at once as keys.',
  open: async (opening) =>
    opened(bentostore().useL1Layer(memoryDriver({})).useL2Layer(redisLayer(opening)), opening),
}

function redisLayer({ url, prefix }: { readonly url: string; readonly prefix: string }) {
  return redisDriver({ connection: new Redis(url), prefix })
}

function opened<V>(store: ReturnType<typeof bentostore>, opening: Opening<V>): OpenPeer<V> {
  const { ttl } = opening
  const cache = new BentoCache({ default: 'items', stores: { items: store } })
  const read = (id: string) => cache.getOrSet({ key: id, ttl, factory: () => loadOne(opening, id) })
  return {
    readMany: (ids) => Promise.all(ids.map(read)),
    read,
    close: () => cache.disconnectAll(),
  }
}
