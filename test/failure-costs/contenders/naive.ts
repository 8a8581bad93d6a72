/**
 * Cache-aside as it is written by hand: GET, on a miss load and SET EX. Errors are not cached, and an error of the store has
 * the source asked. It is more careful than most: each command has a deadline, that of Larder's store.
 */
import type { Redis } from 'ioredis'
import { STORE_TIMEOUT, TTL } from '../settings.ts'
import type { Load, Row } from '../source.ts'
import type { Cached, Contender, Policy } from './contender.ts'

export const naive: Contender = { client: { commandTimeout: STORE_TIMEOUT }, open }

function open(client: Redis, load: Load, { ttl = TTL }: Policy): Cached {
  const keyOf = (id: string) => `naive:${id}`

  async function readOne(id: string): Promise<{ readonly row: Row | null; readonly isCached: boolean }> {
    const text = await client.get(keyOf(id)).catch(() => null)
    if (text !== null) return { row: JSON.parse(text), isCached: true }
    const [row = null] = await load([id])
    if (row !== null) await client.set(keyOf(id), JSON.stringify(row), 'PX', ttl).catch(() => {})
    return { row, isCached: false }
  }

  return {
    async read(ids) {
      const found = await Promise.allSettled(ids.map(readOne))
      return {
        answers: found.map((it) => (it.status === 'fulfilled' ? it.value.row : it.reason)),
        cached: found.filter((it) => it.status === 'fulfilled' && it.value.isCached).length,
        loaded: found.filter((it) => it.status === 'fulfilled' && !it.value.isCached).length,
      }
    },
    async invalidate(id) {
      await client.del(keyOf(id))
    },
    settled: async () => false,
    async close() {},
  }
}
