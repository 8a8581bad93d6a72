import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import type { RedisServer } from '@larder/test/redis-server'
import { slotMigration } from '@larder/test/slot-migration'
import { eventually } from '@larder/test/until'
import type { Redis } from 'ioredis'
import { entityOf } from './support/entities.ts'
import { versions } from './support/versions.ts'

let cluster: RedisCluster

beforeAll(async () => {
  cluster = await startCluster()
})

afterAll(() => cluster.stop())

// Jest fails a test with an unhandled rejection.
test.each(versions)(
  'law 11: a connection lost while a node is ASKING causes no unhandled rejection, with $version',
  async ({ Client }) => {
    const [source, target] = cluster.nodes as unknown as [RedisServer, RedisServer]
    const { slot, value } = await entityOf(cluster, source)
    const migration = slotMigration(cluster.nodes, slot, source, target)
    const client = new Client.Cluster([...cluster.startupNodes])
    const store = redisStore(client, { timeout: '4s' })
    await eventually(() => store.readMany([value]))
    await Promise.all(client.nodes('master').map((node) => node.ping()))
    const { stream } = client.nodes('master').find(({ options }) => options.port === target.port) as Redis

    await migration.begin()
    target.freeze()
    const written = stream.bytesWritten
    const read = store.readMany([value])
    await eventually(() => expect(stream.bytesWritten).toBeGreaterThan(written))
    stream.destroy()
    target.thaw()
    expect(await read).toEqual([undefined])

    await migration.finish()
    client.disconnect()
  },
)
