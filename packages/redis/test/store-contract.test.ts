import { afterAll, beforeAll, describe, test } from '@jest/globals'
import { storeContract } from '@larder/core/testing'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { Redis, type RedisOptions } from 'ioredis'
import { versions } from './support/versions.ts'

/** What the store does is tested here, not how fast a busy machine does it. */
const timeout = '4s'

let server: RedisServer
let admin: Redis

beforeAll(async () => {
  server = await startRedis()
  admin = new Redis(server.options)
})

afterAll(async () => {
  admin.disconnect()
  await server.stop()
})

describe.each(versions)('redisStore on $version', ({ Client }) => {
  contractWith(Client)
})

describe('redisStore on a client with settings of its own', () => {
  for (const { version, Client } of versions) {
    describe(version, () =>
      contractWith(Client, { keyPrefix: 'app*[1]:', enableAutoPipelining: true, db: 1 }),
    )
  }
})

describe('redisStore with a client of its own', () => {
  storeContract({ describe, test }, async () => {
    await admin.flushall()
    const [store, other] = [redisStore(server.url, { timeout }), redisStore(server.url, { timeout })]
    return {
      store,
      other,
      plantForeign: async (key) => void (await admin.rpush(key, 'an element')),
      close: async () => void (await Promise.all([store.close(), other.close()])),
    }
  }, ['leases', 'bus', 'scan'])
})

function contractWith(Client: (typeof versions)[number]['Client'], options: RedisOptions = {}) {
  let clients: Redis[]

  beforeAll(() => {
    clients = [0, 1].map(() => new Client({ ...server.options, ...options }))
  })

  afterAll(() => {
    for (const client of clients) client.disconnect()
  })

  storeContract({ describe, test }, async () => {
    const [client, otherClient] = clients as [Redis, Redis]
    await admin.flushall()
    const [store, other] = [redisStore(client, { timeout }), redisStore(otherClient, { timeout })]
    return {
      store,
      other,
      plantForeign: async (key) => void (await client.rpush(key, 'an element')),
      close: async () => void (await Promise.all([store.close(), other.close()])),
    }
  }, ['leases', 'bus', 'scan'])
}
