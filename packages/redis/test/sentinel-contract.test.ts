import { afterAll, beforeAll, describe, test } from '@jest/globals'
import { storeContract } from '@larder/core/testing'
import { redisStore } from '@larder/redis'
import { type RedisSentinel, startSentinel } from '@larder/test/redis-sentinel'
import type { Redis } from 'ioredis'
import { versions } from './support/versions.ts'

/** What the store does is tested here, not how fast a busy machine does it. */
const timeout = '4s'

let redis: RedisSentinel

beforeAll(async () => {
  redis = await startSentinel()
})

afterAll(() => redis.stop())

describe.each(versions)('redisStore on a client that asks a Sentinel, on $version', ({ Client }) => {
  let client: Redis
  let otherClient: Redis

  beforeAll(() => {
    client = new Client({ ...redis.options, failoverDetector: true })
    otherClient = new Client(redis.options)
  })

  afterAll(() => {
    client.disconnect()
    otherClient.disconnect()
  })

  storeContract({ describe, test }, async () => {
    await client.flushall()
    const [store, other] = [redisStore(client, { timeout }), redisStore(otherClient, { timeout })]
    return {
      store,
      other,
      plantForeign: async (key) => void (await client.rpush(key, 'an element')),
      close: async () => void (await Promise.all([store.close(), other.close()])),
    }
  }, ['leases', 'bus', 'scan'])
})
