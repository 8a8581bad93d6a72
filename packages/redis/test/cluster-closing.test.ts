import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Store } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import { eventually } from '@larder/test/until'
import type { Cluster, Redis } from 'ioredis'
import { versions } from './support/versions.ts'

const timeout = '4s'

let cluster: RedisCluster

beforeAll(async () => {
  cluster = await startCluster({ args: ['--cluster-require-full-coverage', 'no'] })
})

afterAll(() => cluster.stop())

describe.each(versions)('law 11: closing a store on a Cluster, with $version', ({ Client }) => {
  let client: Cluster

  beforeEach(() => {
    client = new Client.Cluster([...cluster.startupNodes])
  })

  afterEach(() => {
    for (const node of cluster.nodes) node.thaw()
    client.disconnect()
  })

  const keys = Array.from({ length: 30 }, (_, i) => `{${i}}`)
  const resources = () => process.getActiveResourcesInfo()
  /** Those of now without one of the same kind among `before`: what others had then may have gone meanwhile. */
  function resourcesBeyond(before: readonly string[]): string[] {
    const known = [...before]
    return resources().filter((kind) => {
      const at = known.indexOf(kind)
      if (at >= 0) known.splice(at, 1)
      return at < 0
    })
  }
  const listeners = () =>
    [client, ...client.nodes()].flatMap((one) =>
      one.eventNames().map((name) => [name, one.listenerCount(name)]),
    )

  test('leaves the client and its nodes’ open, and as they were', async () => {
    await Promise.all(keys.map((key) => client.get(key)))
    const before = { listeners: listeners(), resources: resources() }
    const store = redisStore(client, { timeout })
    let isHeard = false
    store.bus?.subscribe(() => {
      isHeard = true
    })
    await store.readMany(keys)
    await eventually(() => isHeard)
    await store.close()
    await eventually(() => expect(resourcesBeyond(before.resources)).toEqual([]))
    expect(listeners()).toEqual(before.listeners)
    expect(await client.get('a')).toBeNull()
    await expect(store.readMany(keys)).rejects.toMatchObject({ status: 'closed' })
  })

  test('rejects at once what waits for the client', async () => {
    for (const node of cluster.nodes) node.freeze()
    const store = redisStore(client, { timeout })
    await rejectsAtOnce(store, keys, client)
  })

  test('rejects at once what waits for a node’s client', async () => {
    await eventually(() => client.status === 'ready')
    const idle = client.nodes('master').find(({ status }) => status === 'wait') as Redis
    for (const node of cluster.nodes) node.freeze()
    const store = redisStore(client, { timeout })
    const its = keys.filter((key) => store.partOf?.(key) === `${idle.options.host}:${idle.options.port}`)
    await rejectsAtOnce(store, its, idle)
  })

  /** @param awaited The client whose connection is waited for: it has listeners of the store's meanwhile. */
  async function rejectsAtOnce(
    store: Store,
    what: readonly string[],
    awaited: Cluster | Redis,
  ): Promise<void> {
    const outcomes = () => ['ready', 'close', 'end'].map((name) => awaited.listenerCount(name))
    const reading = store.readMany(what)
    await new Promise((resolve) => setImmediate(resolve))
    const meanwhile = outcomes()
    await store.close()
    await expect(reading).rejects.toMatchObject({ status: 'closed' })
    expect(outcomes()).toEqual(meanwhile.map((count) => count - 1))
  }

  test('leaves no timer where there was nobody to hear news from', async () => {
    const nowhere = new Client.Cluster([{ host: '127.0.0.1', port: 1 }], { clusterRetryStrategy: () => null })
    nowhere.on('error', () => {})
    await eventually(() => nowhere.status === 'end')
    const before = resources()
    const store = redisStore(nowhere, { timeout })
    store.bus?.subscribe(() => {})
    await expect(store.readMany(keys)).rejects.toMatchObject({ status: 'end' })
    await store.close()
    await eventually(() => expect(resourcesBeyond(before)).toEqual([]))
  })
})
