/** redis-dataloader 1: a DataLoader with Redis behind it, one per request. */
import DataLoader from 'dataloader'
import { Redis } from 'ioredis'
// @ts-expect-error: it has no types.
import connect from 'redis-dataloader'
import { installed } from './installed.ts'
import type { Opening, OpenPeer, Peer } from './peer.ts'

interface RedisDataLoader<V> {
  load(id: string): Promise<V | null>
  loadMany(ids: readonly string[]): Promise<(V | null)[]>
}

export const redisDataLoader: Peer = {
  name: 'redis-dataloader',
  version: `${installed('redis-dataloader')}, ioredis ${installed('ioredis')}`,
  settings: 'A RedisDataLoader per request, with expire, over a DataLoader without a cache.',
  async open<V>({ url, prefix, ttl, load }: Opening<V>): Promise<OpenPeer<V>> {
    const redis = new Redis(url)
    const RedisDataLoader = connect({ redis })
    // It counts in seconds.
    const options = { expire: ttl / 1_000 }
    const request = (): RedisDataLoader<V> =>
      new RedisDataLoader(prefix, new DataLoader<string, V | null>(load, { cache: false }), options)
    return {
      readMany: (ids) => request().loadMany(ids),
      read: (id) => request().load(id),
      close: async () => void (await redis.quit()),
    }
  },
}
