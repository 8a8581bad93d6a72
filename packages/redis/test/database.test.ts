/** The database that a URL names. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createCache, type Events } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { eventually } from '@larder/test/until'
import { Redis } from 'ioredis'

const timeout = '4s'
const write = { key: 'a', before: '<', after: '>', life: 60_000 }
const target = { lease: '{a}:lease', keys: ['{a}:v1'] }
const refused = { code: 'LARDER_REDIS_DATABASE', cause: { message: expect.stringContaining('out of range') } }

let server: RedisServer

beforeAll(async () => {
  server = await startRedis()
})

afterAll(() => server.stop())

test('one that the server does not have takes nothing, and nothing goes to another one', async () => {
  const store = redisStore(`${server.url}/9999`, { timeout })
  const together = await Promise.allSettled([
    store.readMany(['a']),
    store.writeMany([write]),
    store.leases?.prime([{ ...target, write }]),
  ])
  for (const outcome of together) expect(outcome).toMatchObject({ status: 'rejected', reason: refused })
  await expect(store.writeMany([write])).rejects.toMatchObject(refused)
  await server.restart()
  await eventually(() => expect(store.writeMany([write])).rejects.toMatchObject(refused))
  await store.close()
  const other = new Redis(server.options)
  expect(await other.dbsize()).toBe(0)
  other.disconnect()
})

test('a cache loads past it, and tells', async () => {
  const cache = createCache({
    namespace: 'shop',
    store: redisStore(`${server.url}/9999`),
    storeTimeout: '4s',
  })
  const events: Events['store-error'][] = []
  cache.on('store-error', (event) => void events.push(event))
  const loader = cache.loader('row', async (ids: readonly string[]) => ids.map((id) => id))
  expect(await loader.load('1')).toBe('1')
  expect(events[0]?.error).toMatchObject({ cause: refused })
  await cache.close()
})

test('one that it has holds what is written', async () => {
  const store = redisStore(`${server.url}?db=3`, { timeout })
  await store.writeMany([write])
  const other = new Redis({ ...server.options, db: 3 })
  expect(await other.keys('*')).toEqual(['a'])
  other.disconnect()
  await store.close()
})
