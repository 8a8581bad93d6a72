import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Store } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import type { RedisServer } from '@larder/test/redis-server'
import { eventually } from '@larder/test/until'
import { type Cluster, Redis } from 'ioredis'
import { type Entity, entityOf, newToken, targetOf, wantOf } from './support/entities.ts'
import { versions } from './support/versions.ts'

const timeout = '4s'

describe.each(versions)('where a replica takes over, with $version', ({ Client }) => {
  let cluster: RedisCluster
  let master: RedisServer
  let replica: RedisServer
  let client: Cluster
  let store: Store
  let entity: Entity

  beforeEach(async () => {
    cluster = await startCluster({ hasReplicas: true })
    master = cluster.nodes[0] as RedisServer
    replica = cluster.replicas[0] as RedisServer
    client = new Client.Cluster([...cluster.startupNodes], { slotsRefreshInterval: 0 })
    store = redisStore(client, { timeout })
    entity = await entityOf(cluster, master)
    await store.writeMany([{ key: entity.value, before: 'kept', after: '', life: 60_000, at: 1 }])
    const admin = new Redis(master.options)
    await admin.call('WAIT', 1, 4_000)
    admin.disconnect()
  })

  afterEach(async () => {
    client.disconnect()
    await cluster.stop()
  })

  async function takeOver(): Promise<void> {
    const admin = new Redis(replica.options)
    await admin.call('CLUSTER', 'FAILOVER', 'TAKEOVER')
    await eventually(async () => (await admin.info('replication')).includes('role:master')).finally(() =>
      admin.disconnect(),
    )
  }

  async function servesAll(): Promise<void> {
    await eventually(async () => {
      const [answer] = (await store.leases?.acquire([wantOf(entity, newToken())])) ?? []
      expect(answer).toMatchObject({ kind: 'granted' })
      await store.leases?.invalidate([targetOf(entity)])
    })
    await eventually(async () => {
      // Only what its old master has turned away tells the client.
      await store.readMany([entity.value])
      return store.partOf?.(entity.value) === `127.0.0.1:${replica.port}`
    })
  }

  test('its keys are served by it as soon as the client meets it', async () => {
    await takeOver()
    await eventually(async () => (await store.readMany([entity.value]))[0] === 'kept1')
    await servesAll()
  })

  test('and its master is gone, its keys are served by it', async () => {
    await master.kill()
    await takeOver()
    await eventually(async () => (await store.readMany([entity.value]))[0] === 'kept1')
    await servesAll()
  })
})
