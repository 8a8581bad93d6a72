import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { BusMessage, Store } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import type { RedisServer } from '@larder/test/redis-server'
import { giveAwaySlots } from '@larder/test/slot-migration'
import { eventually } from '@larder/test/until'
import { type Cluster, Redis } from 'ioredis'
import { type Entity, entityOf, targetOf } from './support/entities.ts'
import { versions } from './support/versions.ts'

const timeout = '4s'
const gap = { kind: 'gap' }
const keyPrefix = 'app:'

describe.each(versions)('the news from a Cluster, with $version', ({ Client }) => {
  let cluster: RedisCluster
  let client: Cluster
  let store: Store
  let heard: BusMessage[]
  /** One of each node. */
  let entities: Map<RedisServer, Entity>

  beforeAll(async () => {
    // A node that has no slots is to leave, and not to become a replica.
    const args = ['--cluster-require-full-coverage', 'no', '--cluster-allow-replica-migration', 'no']
    cluster = await startCluster({ args })
    entities = new Map()
    for (const node of cluster.nodes) entities.set(node, await entityOf(cluster, node))
  })

  afterAll(() => cluster.stop())

  beforeEach(async () => {
    client = new Client.Cluster([...cluster.startupNodes], { keyPrefix })
    store = redisStore(client, { timeout })
    heard = []
    store.bus?.subscribe((message) => heard.push(message))
    await eventually(() => heard.length > 0)
  })

  afterEach(async () => {
    await store.close()
    client.disconnect()
  })

  /** The node that the store's subscriber is connected to, among those that run. */
  async function subscribedTo(nodes = cluster.nodes): Promise<RedisServer> {
    for (const node of nodes) {
      const admin = new Redis(node.options)
      const channels = await admin.pubsub('CHANNELS', `larder:${keyPrefix}`)
      admin.disconnect()
      if (channels.length > 0) return node
    }
    throw new Error('expected a subscriber at one of the nodes')
  }

  test('come from every node, wherever the subscriber is', async () => {
    const targets = [...entities.values()].map(targetOf)
    await store.leases?.invalidate(targets)
    await eventually(() => heard.length > targets.length)
    const told = targets.map(({ lease }) => ({ kind: 'invalidated', lease }))
    expect(new Set(heard)).toEqual(new Set([gap, ...told]))
  })

  test('are heard by a store whose client has yet to connect', async () => {
    const lazy = new Client.Cluster([...cluster.startupNodes], { keyPrefix, lazyConnect: true })
    const late = redisStore(lazy, { timeout })
    const gaps: BusMessage[] = []
    late.bus?.subscribe((message) => gaps.push(message))
    await eventually(() => gaps.length > 0)
    await late.close()
    lazy.disconnect()
  })

  test('come from another node where that one is lost, after a gap and before one more', async () => {
    const lost = await subscribedTo()
    await lost.kill()
    // Attempts that fail meanwhile are told with their error.
    const gaps = () => heard.filter((message) => !('error' in message))
    await eventually(() => gaps().length > 2)
    expect(gaps()).toEqual([gap, gap, gap])
    const next = await subscribedTo(cluster.nodes.filter((node) => node !== lost))
    const { lease, keys } = targetOf(entities.get(next) as Entity)
    await store.leases?.invalidate([{ lease, keys }])
    await eventually(() => gaps().length > 3)
    expect(gaps()[3]).toEqual({ kind: 'invalidated', lease })
    await lost.restart()
    await cluster.settled()
  })

  test('come from another node where that one leaves the Cluster and lives on', async () => {
    const left = await subscribedTo()
    const others = cluster.nodes.filter((node) => node !== left)
    await giveAwaySlots(cluster.nodes, left, others[0] as RedisServer)
    // A node that has not heard of it yet may bring the client, and so the subscriber, back to that one for a moment.
    await eventually(async () => {
      client.refreshSlotsCache()
      return (await subscribedTo()) !== left
    })
    await subscribedTo(others)
    expect(heard.length).toBeGreaterThan(2)
    expect(heard.map(({ kind }) => kind)).toEqual(heard.map(() => 'gap'))
  })
})
