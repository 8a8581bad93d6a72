/** The lab's store, as a Redis server. It may be others', too: only keys of the lab are touched. */
import { redisStore } from '@larder/redis'
import { Redis } from 'ioredis'
import { type LabStore, NAMESPACE } from '../store.ts'

/** The client by hand has ioredis's own settings, as most have it. */
export function openRedisStore(url: string): LabStore {
  const redis = new Redis(url)
  // Commands that fail say so themselves; without a listener the client would print what else breaks.
  redis.on('error', () => {})
  return {
    plain: {
      get: (key) => redis.get(key),
      set: async (key, text, ttl) => void (await redis.set(key, text, 'PX', ttl)),
      delete: async (key) => void (await redis.del(key)),
    },
    forLarder: () => redisStore(url),
    async clear() {
      for await (const keys of redis.scanStream({ match: `${NAMESPACE}:*`, count: 1_000 })) {
        if (keys.length > 0) await redis.unlink(keys)
      }
    },
    freeze() {},
    async close() {
      redis.disconnect()
    },
  }
}
