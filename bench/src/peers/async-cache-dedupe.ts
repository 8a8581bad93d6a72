/** async-cache-dedupe 3, over Redis, and in memory. */
import { createCache, type StorageInputMemory, type StorageInputRedis } from 'async-cache-dedupe'
import { Redis } from 'ioredis'
import { loadOne } from './cache-aside.ts'
import { installed } from './installed.ts'
import type { Opening, OpenPeer, Peer } from './peer.ts'

const version = installed('async-cache-dedupe')

export const asyncCacheDedupe: Peer = {
  name: 'async-cache-dedupe',
  version: `${version}, ioredis ${installed('ioredis')}`,
  settings:
    'The Redis storage, without invalidation; the defined function, as many at once as there are keys.',
  async open(opening) {
    const client = new Redis(opening.url)
    const close = async () => void (await client.quit())
    return opened({ type: 'redis', options: { client } }, opening, close)
  },
}

export const asyncCacheDedupeInMemory: Peer = {
  name: 'async-cache-dedupe, memory alone',
  version,
  settings: 'The default storage: 1,024 values in memory, as they are; the defined function for each key.',
  open: async (opening) => opened({ type: 'memory' }, opening, async () => {}),
}

function opened<V>(
  storage: StorageInputRedis | StorageInputMemory,
  opening: Opening<V>,
  close: () => Promise<void>,
): OpenPeer<V> {
  // It counts in seconds.
  const cache = createCache({ storage, ttl: opening.ttl / 1_000 })
  const name = opening.prefix
  const read = cache.define(name, (id: string) => loadOne(opening, id))[name] as (
    id: string,
  ) => Promise<V | null>
  return { readMany: (ids) => Promise.all(ids.map(read)), read, close }
}
