import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { systemClock } from '@larder/core'
import { createKeyv, LarderKeyv } from '@larder/keyv'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import { Cluster } from 'ioredis'
import type { Keyv } from 'keyv6'
import { sentToNodes } from '../fleet/support/sent-to-nodes.ts'
import { versions } from './support/versions.ts'

/** Longer than anything takes here. */
const timeout = '4s'
/** No second passes for the store: the servers' time is asked for once. */
const clock = { ...systemClock, monotonic: () => 0 }
const keys = Array.from({ length: 300 }, (_, i) => `key ${i}`)

let cluster: RedisCluster
let client: Cluster

beforeAll(async () => {
  cluster = await startCluster()
  client = new Cluster(cluster.nodes.map(({ options }) => options))
})

afterAll(async () => {
  client.disconnect()
  await cluster.stop()
})

describe.each(versions)('LarderKeyv under Keyv $version on a Cluster', ({ Keyv: KeyvOfVersion }) => {
  let keyv: Keyv

  beforeEach(async () => {
    const store = new LarderKeyv({ store: redisStore(client, { timeout, clock }), storeTimeout: timeout })
    keyv = new KeyvOfVersion({ store, namespace: 'shop' })
    await keyv.setMany(keys.map((key) => ({ key, value: key })))
  })

  afterEach(async () => {
    await keyv.clear()
    await keyv.disconnect()
  })

  test.each([
    ['getMany', () => keyv.getMany(keys), keys],
    ['get of one tick', () => Promise.all(keys.map((key) => keyv.get(key))), keys],
    ['deleteMany', () => keyv.deleteMany(keys), undefined],
  ])('%s is one round trip to each node', async (_, ask, expected) => {
    await keyv.delete('none')
    let answer: unknown
    const sent = await sentToNodes(cluster.nodes, async () => {
      answer = await ask()
    })
    expect(sent.map(({ roundTrips }) => roundTrips)).toEqual([1, 1, 1])
    if (expected !== undefined) expect(answer).toEqual(expected)
  })

  test('the iterator and clear reach all nodes', async () => {
    const found = new Set<unknown>()
    for await (const [key] of keyv.iterator?.() ?? []) found.add(key)
    expect(found).toEqual(new Set(keys))
    await keyv.clear()
    expect(await keyv.getMany(keys)).toEqual(keys.map(() => undefined))
  })
})

test('legacy is refused on a Cluster', async () => {
  const store = redisStore(client, { timeout })
  expect(() => createKeyv({ store, legacy: 'shop::' })).toThrow(
    expect.objectContaining({ code: 'LARDER_OPTION', message: expect.stringContaining('legacy') }),
  )
  await store.close()
})
