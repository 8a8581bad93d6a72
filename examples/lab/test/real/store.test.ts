import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { Redis } from 'ioredis'
import { openRedisStore } from '../../src/parts/real/store.ts'
import { describeLabStore } from '../support/lab-store-contract.ts'

let server: RedisServer
beforeAll(async () => {
  server = await startRedis()
})
afterAll(() => server.stop())

describeLabStore('a store on Redis', () => openRedisStore(server.url))

test('what others keep on the server stays when the lab clears its store', async () => {
  const redis = new Redis(server.url)
  await redis.mset({ 'catalog:1': 'theirs', 'larder-lab:1': 'the lab’s' })
  const store = openRedisStore(server.url)
  await store.clear()
  expect(await redis.keys('*')).toEqual(['catalog:1'])
  await store.close()
  redis.disconnect()
})
