import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Leases, Store } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import type { RedisServer } from '@larder/test/redis-server'
import { eventually } from '@larder/test/until'
import type { Cluster } from 'ioredis'
import { type Entity, entitiesOf, entityOf, newToken, targetOf, wantOf, writeOf } from './support/entities.ts'
import { versions } from './support/versions.ts'

/** Longer than what is awaited here: what rejects does so for its own reason. */
const timeout = 10_000
const notReady = { code: 'LARDER_REDIS_NOT_READY' }

describe.each(versions)('a node of a Cluster, with $version', ({ Client }) => {
  let cluster: RedisCluster
  let out: RedisServer
  let client: Cluster
  let store: Store
  let leases: Leases
  /** Entities of the node that is out, and one of another node. */
  let there: Entity
  let unwritten: Entity
  let here: Entity

  beforeAll(async () => {
    cluster = await startCluster({ args: ['--cluster-require-full-coverage', 'no'] })
    const [first, second] = cluster.nodes as unknown as [RedisServer, RedisServer]
    out = first
    ;[there, unwritten] = (await entitiesOf(cluster, first, 2)) as [Entity, Entity]
    here = await entityOf(cluster, second)
    client = new Client.Cluster([...cluster.startupNodes], { slotsRefreshInterval: 0 })
    store = redisStore(client, { timeout })
    leases = store.leases as Leases
    await store.readMany([there.value, here.value])
  })

  afterAll(async () => {
    client.disconnect()
    await cluster.stop()
  })

  const operations: [name: string, run: (entity: Entity) => Promise<unknown>][] = [
    ['readMany', ({ value }) => store.readMany([value])],
    ['writeMany', ({ value }) => store.writeMany([{ key: value, before: '', after: '', life: 1_000 }])],
    ['deleteMany', ({ value }) => store.deleteMany([value])],
    ['acquire', (entity) => leases.acquire([wantOf(entity, newToken())])],
    ['invalidate', (entity) => leases.invalidate([targetOf(entity)])],
    ['prime', (entity) => leases.prime([{ ...targetOf(entity), write: writeOf(entity, newToken()) }])],
  ]

  describe('that hangs', () => {
    afterAll(() => out.thaw())

    test('law 4: holds up what is for it until the deadline, and nothing that is for others', async () => {
      const hasty = redisStore(client, { timeout: 300 })
      await hasty.readMany([there.value, here.value])
      out.freeze()
      const order: string[] = []
      const ofIt = hasty.readMany([there.value])
      const ofOthers = hasty.readMany([here.value])
      await Promise.all([
        expect(ofIt)
          .rejects.toMatchObject({ code: 'LARDER_DEADLINE' })
          .then(() => order.push('there')),
        ofOthers.then(() => order.push('here')),
      ])
      expect(order).toEqual(['here', 'there'])
      out.thaw()
      await eventually(() => hasty.readMany([there.value]))
    })
  })

  describe('that is dead', () => {
    beforeAll(async () => {
      await out.kill()
      await eventually(() => expect(store.readMany([there.value])).rejects.toMatchObject(notReady))
    })

    test.each(operations)(
      'law 4: %s rejects at once where it is for it, and is done for others',
      async (_, run) => {
        const began = performance.now()
        await expect(run(there)).rejects.toMatchObject(notReady)
        expect(performance.now() - began).toBeLessThan(timeout / 4)
        await run(here)
      },
    )

    test('is named in the error', async () => {
      await eventually(() =>
        expect(store.readMany([there.value])).rejects.toThrow(
          `redisStore: expected the client of node 127.0.0.1:${out.port} to be "ready", it is "unknown". ` +
            'It connects by itself as soon as it can: see that Redis runs and can be reached.',
        ),
      )
    })

    test('has what is for several nodes reject, whichever keys come first', async () => {
      await expect(store.readMany([here.value, there.value])).rejects.toMatchObject(notReady)
      await expect(leases.invalidate([there, here].map(targetOf))).rejects.toMatchObject(notReady)
      await expect(drain(store.scan?.(''))).rejects.toMatchObject(notReady)
    })

    test('bars no lease that was taken at another one by what rejects', async () => {
      await leases.invalidate([targetOf(here)])
      const wants = [here, there].map((entity) => wantOf(entity, newToken()))
      await expect(leases.acquire(wants)).rejects.toMatchObject(notReady)
      await eventually(async () => {
        const [answer] = await leases.acquire([wantOf(here, newToken())])
        return answer?.kind === 'granted'
      })
    })

    test('is missed by no client that was made meanwhile and asks for others', async () => {
      const late = new Client.Cluster([...cluster.startupNodes])
      const lateStore = redisStore(late, { timeout })
      await eventually(() => lateStore.readMany([here.value]))
      await expect(lateStore.readMany([there.value])).rejects.toMatchObject(notReady)
      late.disconnect()
    })
  })

  describe('that is back', () => {
    beforeAll(async () => {
      await expect(store.writeMany([writeOf(unwritten, newToken())])).rejects.toMatchObject(notReady)
      await out.restart()
      await cluster.settled()
    })

    test('is found again within two seconds, though its client does not look for it by itself', async () => {
      const began = performance.now()
      for (const [, run] of operations) await eventually(() => run(there))
      expect(performance.now() - began).toBeLessThan(2_000)
    })

    test('is sent nothing that was asked for while it was out', async () => {
      expect(await store.readMany([unwritten.value])).toEqual([undefined])
    })
  })
})

describe('a node that is out of a Cluster that wants all of them', () => {
  let cluster: RedisCluster
  let client: Cluster

  beforeAll(async () => {
    cluster = await startCluster()
  })

  afterAll(async () => {
    client.disconnect()
    await cluster.stop()
  })

  test('takes the others along, at once and by Redis’s own word, until it is back', async () => {
    const [Client] = versions.map((version) => version.Client)
    client = new (Client as NonNullable<typeof Client>).Cluster([...cluster.startupNodes])
    const store = redisStore(client, { timeout })
    const [out, other] = cluster.nodes as unknown as [RedisServer, RedisServer]
    const here = await entityOf(cluster, other)
    await store.readMany([here.value])
    await out.kill()
    await eventually(() => expect(store.readMany([here.value])).rejects.toThrow('CLUSTERDOWN'))
    const began = performance.now()
    await expect(store.readMany([here.value])).rejects.toThrow('CLUSTERDOWN')
    expect(performance.now() - began).toBeLessThan(timeout / 4)
    await out.restart()
    await eventually(() => store.readMany([here.value]))
  })
})

async function drain(keys: AsyncIterable<string> | undefined): Promise<void> {
  for await (const _ of keys ?? []);
}
