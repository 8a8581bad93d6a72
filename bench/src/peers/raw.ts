/** The raw client, as one would write it by hand: what most others are compared with. */
import { Redis } from 'ioredis'
import { installed } from './installed.ts'
import type { Opening, OpenPeer, Peer } from './peer.ts'
import { rawMany } from './raw-many.ts'

export const raw = named('raw MGET + JSON.parse')

/** The same under the name of what it does with absent keys. */
export const rawFilling = named('raw MGET + pipelined SET')

function named(name: string): Peer {
  return {
    name,
    version: `ioredis ${installed('ioredis')}`,
    settings: 'By hand: one MGET and JSON.parse; absent ones are loaded and set in one pipeline, with PX.',
    async open<V>(opening: Opening<V>): Promise<OpenPeer<V>> {
      const redis = new Redis(opening.url)
      const readMany = rawMany(redis, opening)
      return {
        readMany,
        read: async (id) => (await readMany([id]))[0],
        close: async () => void (await redis.quit()),
      }
    },
  }
}
