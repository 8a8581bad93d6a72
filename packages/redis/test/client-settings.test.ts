/** Settings of a client that change what it gives, and what is too much for one command. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createCache, createReport, type Events } from '@larder/core'
import { NodeOfClusterError, redisStore } from '@larder/redis'
import { startCluster } from '@larder/test/redis-cluster'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { Redis, type RedisOptions } from 'ioredis'

let server: RedisServer

beforeAll(async () => {
  server = await startRedis()
})

afterAll(() => server.stop())

function cacheOn(options: RedisOptions) {
  const client = new Redis({ ...server.options, ...options })
  const cache = createCache({
    namespace: 'shop',
    store: redisStore(client, { timeout: '20s' }),
    storeTimeout: '20s',
  })
  const close = async () => {
    await cache.close()
    client.disconnect()
  }
  return { cache, client, close }
}

test('numbers as text: fills are seen to be accepted, and failures are counted', async () => {
  const { cache, client, close } = cacheOn({ stringNumbers: true })
  await client.flushall()
  const refused: unknown[] = []
  const failures: number[] = []
  cache.on('fill-refused', (event) => refused.push(event))
  cache.on('cool-down', (event) => failures.push(event.failures))
  const rows = cache.loader('row', async (ids: readonly string[]) => ids)
  await rows.load('1')
  const broken = cache.loader('broken', () => Promise.reject(new Error('no connection')), {
    cooldown: { base: 1, cap: '1s' },
  })
  while (failures.length < 3) await broken.load('1').catch(() => {})
  const report = createReport()
  await rows.load('1', { report })

  expect(report.hits).toBe(1)
  expect(refused).toEqual([])
  expect(failures).toEqual([1, 2, 3])
  await close()
})

test('law 1: a read of 22,000 absent keys takes as many leases, and fills them', async () => {
  const { cache, client, close } = cacheOn({})
  await client.flushall()
  const errors: Events['store-error'][] = []
  cache.on('store-error', (event) => void errors.push(event))
  let loaded = 0
  const load = async (ids: readonly string[]) => {
    loaded += ids.length
    return ids
  }
  const rows = cache.loader('row', load, { maxBatchSize: 100_000 })
  const ids = Array.from({ length: 22_000 }, (_, i) => String(i))
  await rows.loadMany(ids)
  const report = createReport()
  await rows.loadMany(ids, { report })

  expect(errors).toEqual([])
  expect(loaded).toBe(ids.length)
  expect(report).toMatchObject({ hits: ids.length })
  await close()
}, 60_000)

test('law 3: 60,000 keys are invalidated, few commands at a time', async () => {
  const { cache, client, close } = cacheOn({})
  let most = 0
  let underWay = 0
  const send = client.eval
  client.eval = (async (...args: Parameters<typeof send>) => {
    most = Math.max(most, ++underWay)
    return send.apply(client, args).finally(() => underWay--)
  }) as typeof send
  const rows = cache.loader('row', async (ids: readonly string[]) => ids)
  await rows.invalidateMany(Array.from({ length: 60_000 }, (_, i) => String(i)))
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(4)
  await close()
}, 60_000)

describe('a client of one server that is a node of a Cluster', () => {
  test('is told apart by an error that says what to do', async () => {
    const cluster = await startCluster()
    const client = new Redis((cluster.nodes[0] as RedisServer).options)
    const store = redisStore(client, { timeout: '4s' })
    await expect(store.readMany(['a', 'b', 'c', 'd'])).rejects.toThrow(NodeOfClusterError)
    await store.close()
    client.disconnect()
    await cluster.stop()
  })
})
