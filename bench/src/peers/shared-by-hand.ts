/** One promise for all who want a key, by hand, over raw `GET` and `SET`: what single flight costs at the least. */
import { Redis } from 'ioredis'
import { loadOne } from './cache-aside.ts'
import { installed } from './installed.ts'
import type { Opening, OpenPeer, Peer } from './peer.ts'

export const sharedByHand: Peer = {
  name: 'a promise shared by hand',
  version: `ioredis ${installed('ioredis')}`,
  settings: 'By hand: a Map of promises over GET, load and SET. Those who wait do not wait for the SET.',
  async open<V>(opening: Opening<V>): Promise<OpenPeer<V>> {
    const { url, prefix, ttl } = opening
    const redis = new Redis(url)
    const flights = new Map<string, Promise<V | null>>()
    const fetch = async (id: string): Promise<V | null> => {
      const text = await redis.get(`${prefix}:${id}`)
      if (text !== null) return JSON.parse(text)
      const value = await loadOne(opening, id)
      redis.set(`${prefix}:${id}`, JSON.stringify(value), 'PX', ttl).catch(() => {})
      return value
    }
    const read = (id: string) => {
      const flight = flights.get(id) ?? fetch(id).finally(() => flights.delete(id))
      flights.set(id, flight)
      return flight
    }
    return {
      readMany: (ids) => Promise.all(ids.map(read)),
      read,
      close: async () => void (await redis.quit()),
    }
  },
}
