/** The raw client in batches: `MGET` and `JSON.parse`; what is absent is loaded, and set in one pipeline. */
import type { Redis } from 'ioredis'
import { cacheAside } from './cache-aside.ts'
import type { Opening } from './peer.ts'

export function rawMany<V>(
  redis: Redis,
  { prefix, ttl, load }: Opening<V>,
): (ids: readonly string[]) => Promise<(V | null | undefined)[]> {
  const many = {
    async getMany(ids: readonly string[]) {
      const texts = await redis.mget(ids.map((id) => `${prefix}:${id}`))
      return texts.map((text) => (text === null ? undefined : JSON.parse(text)))
    },
    load,
    async setMany(entries: readonly (readonly [string, V | null])[]) {
      const pipeline = redis.pipeline()
      for (const [id, value] of entries) pipeline.set(`${prefix}:${id}`, JSON.stringify(value), 'PX', ttl)
      await pipeline.exec()
    },
  }
  return (ids) => cacheAside(ids, many)
}
