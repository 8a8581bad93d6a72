import { afterAll, afterEach, beforeAll } from '@jest/globals'
import type { Store } from '@larder/core'
import { LarderKeyv, type LarderKeyvOptions } from '@larder/keyv'
import { type RedisStoreOptions, redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { Redis } from 'ioredis'

/** Longer than anything takes here. */
const timeout = '4s'

/** A Redis for a test file, and what its tests make over it, which is closed after each. */
export function redisScene() {
  let server: RedisServer
  let client: Redis
  let made: { disconnect(): Promise<unknown> }[] = []

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.options)
    client.on('error', () => {}) // Some tests stop the server.
  })

  afterEach(async () => {
    await Promise.all(made.map((it) => it.disconnect()))
    made = []
    await client.flushall()
  })

  afterAll(async () => {
    client.disconnect()
    await server.stop()
  })

  const scene = {
    get server() {
      return server
    },
    get client() {
      return client
    },
    store: (options?: RedisStoreOptions): Store => redisStore(client, { timeout, ...options }),
    adapter: (options?: LarderKeyvOptions) =>
      scene.closing(new LarderKeyv({ store: scene.store(), storeTimeout: timeout, ...options })),
    /** It is disconnected after the test. */
    closing<T extends { disconnect(): Promise<unknown> }>(it: T): T {
      made.push(it)
      return it
    },
  }
  return scene
}
