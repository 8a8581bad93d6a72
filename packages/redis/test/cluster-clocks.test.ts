import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Store, systemClock } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import type { RedisServer } from '@larder/test/redis-server'
import { eventually } from '@larder/test/until'
import { Cluster } from 'ioredis'
import { type Entity, entityOf } from './support/entities.ts'

/** This process is behind all nodes, whose clock is the machine's: so it shows whose time is answered. */
const off = -5 * 60_000
const clock = { ...systemClock, now: () => Date.now() + off }

let cluster: RedisCluster
/** Of two nodes. */
let a: Entity, b: Entity

beforeAll(async () => {
  cluster = await startCluster()
  const [first, second] = cluster.nodes as unknown as [RedisServer, RedisServer]
  a = await entityOf(cluster, first)
  b = await entityOf(cluster, second)
})

afterAll(() => cluster.stop())

describe('a process whose clock is minutes off, on a Cluster', () => {
  let client: Cluster
  let store: Store

  beforeEach(async () => {
    client = new Cluster([...cluster.startupNodes])
    store = redisStore(client, { clock, timeout: '4s' })
    await eventually(() => client.status === 'ready')
  })

  afterEach(() => client.disconnect())

  const error = ({ value }: Entity) => Math.abs(store.now(store.partOf?.(value)) - Date.now())

  test('reads the time of each node by that node’s own clock', async () => {
    for (const entity of [a, b]) {
      expect(error(entity)).toBeGreaterThan(-off - 1_000)
      await store.readMany([entity.value])
      expect(error(entity)).toBeLessThan(1_000)
    }
  })

  test('stamps even its first write at a node by that one’s', async () => {
    await store.readMany([a.value])
    const write = { before: '', after: '', life: 60_000 }
    await store.writeMany([a, b].map(({ value }) => ({ ...write, key: value })))
    for (const stamp of await store.readMany([a.value, b.value])) {
      expect(Math.abs(Number(stamp) - Date.now())).toBeLessThan(1_000)
    }
  })

  test('without a part, reads the time by any node’s that it knows', async () => {
    expect(Math.abs(store.now() - Date.now())).toBeGreaterThan(-off - 1_000)
    await store.readMany([b.value])
    expect(Math.abs(store.now() - Date.now())).toBeLessThan(1_000)
  })
})
