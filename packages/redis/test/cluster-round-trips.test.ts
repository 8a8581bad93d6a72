import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Clock, type Store, systemClock } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import type { RedisServer } from '@larder/test/redis-server'
import type { Cluster, Redis } from 'ioredis'
import { sentThrough } from './support/commands.ts'
import { type Entity, entitiesOf, newToken, targetOf, wantOf, writeOf } from './support/entities.ts'
import { versions } from './support/versions.ts'

const timeout = '4s'
const withItsSource = ['eval', expect.stringContaining('local channel')]
/** No second passes while a test runs, however busy the machine: a node's time is asked for once. */
const clock: Clock = { ...systemClock, monotonic: () => 0 }

let cluster: RedisCluster
let nodes: readonly [RedisServer, RedisServer, RedisServer]
/** Two of the first node, two of the second. */
let a: Entity, b: Entity, c: Entity, d: Entity

beforeAll(async () => {
  cluster = await startCluster()
  nodes = cluster.nodes as unknown as typeof nodes
  ;[a, b] = (await entitiesOf(cluster, nodes[0], 2)) as [Entity, Entity]
  ;[c, d] = (await entitiesOf(cluster, nodes[1], 2)) as [Entity, Entity]
})

afterAll(() => cluster.stop())

describe.each(versions)('what goes to the nodes of a Cluster, on $version', ({ Client }) => {
  let client: Cluster
  let store: Store

  beforeEach(async () => {
    client = new Client.Cluster([...cluster.startupNodes])
    store = redisStore(client, { timeout, clock })
    // Afterwards the nodes' times are known, and their scripts to them.
    await store.leases?.acquire([a, c].map((entity) => wantOf(entity, newToken())))
    await store.leases?.invalidate([a, b, c, d].map(targetOf))
  })

  afterEach(() => client.disconnect())

  const clientOf = ({ port }: RedisServer) =>
    client.nodes('master').find(({ options }) => options.port === port) as Redis

  /** Of each node: the commands, each with its first key, and how many round trips they were. */
  async function sent(run: () => Promise<unknown>) {
    const [first, second] = [nodes[0], nodes[1]].map(clientOf) as [Redis, Redis]
    let ofSecond: Awaited<ReturnType<typeof sentThrough>> | undefined
    const ofFirst = await sentThrough(first, async () => {
      ofSecond = await sentThrough(second, run)
    })
    return [ofFirst, ofSecond as typeof ofFirst].map(({ commands, roundTrips }) => ({
      commands: commands.map(({ name, args }) => [name, args[name === 'evalsha' ? 2 : 0]]),
      roundTrips,
    }))
  }

  test('the reads of one tick are one pipeline of GETs for each node, each key once', async () => {
    const answers = sent(() =>
      Promise.all([
        store.readMany([a.value, c.value]),
        Promise.resolve().then(() => store.readMany([c.value, b.value, a.value])),
      ]),
    )
    expect(await answers).toEqual([
      { commands: [a, b].map(({ value }) => ['get', value]), roundTrips: 1 },
      { commands: [['get', c.value]], roundTrips: 1 },
    ])
  })

  test('answers are aligned to the keys, one that is named twice included', async () => {
    await store.writeMany(
      [a, c, d].map(({ value }) => ({ key: value, before: value, after: '', life: 9_000, at: 1 })),
    )
    const keys = [c, b, d, a, c].map(({ value }) => value)
    expect(await store.readMany(keys)).toEqual(keys.map((key) => (key === b.value ? undefined : `${key}1`)))
    expect(await store.deleteMany(keys)).toEqual([true, false, true, true, false])
  })

  test('a script is one pipeline of calls for each node, one call for each entity', async () => {
    const [first, second] = await sent(async () => {
      const answers = await store.leases?.acquire([a, c, b].map((entity) => wantOf(entity, newToken())))
      expect(answers?.map(({ kind }) => kind)).toEqual(['granted', 'granted', 'granted'])
    })
    expect(first).toEqual({ commands: [a, b].map(({ lease }) => ['evalsha', lease]), roundTrips: 1 })
    expect(second).toEqual({ commands: [['evalsha', c.lease]], roundTrips: 1 })
  })

  test('a script that a node has lost is sent to it once, whole, with the calls that found it lost', async () => {
    await clientOf(nodes[0]).script('FLUSH')
    const [first, second] = await sent(async () => {
      const answers = await store.leases?.acquire([a, b, c].map((entity) => wantOf(entity, newToken())))
      expect(answers?.map(({ kind }) => kind)).toEqual(['granted', 'granted', 'granted'])
    })
    const [call, next] = [a, b].map(({ lease }) => ['evalsha', lease])
    expect(first).toEqual({ commands: [call, next, withItsSource, next], roundTrips: 2 })
    expect(second?.roundTrips).toBe(1)
  })

  test('a prime takes its script along, in the same round trip', async () => {
    await clientOf(nodes[0]).script('FLUSH')
    const primes = [a, b].map((entity) => ({ ...targetOf(entity), write: writeOf(entity, newToken()) }))
    const [first, second] = await sent(async () => store.leases?.prime(primes))
    expect(first).toEqual({ commands: [withItsSource, ['evalsha', b.lease]], roundTrips: 1 })
    expect(second?.commands).toEqual([])
    expect(await store.readMany([a.value, b.value])).toEqual(Array(2).fill(expect.any(String)))
  })

  test('an invalidation takes its script along, in the same round trip', async () => {
    await clientOf(nodes[0]).script('FLUSH')
    const [first, second] = await sent(async () => store.leases?.invalidate([a, b].map(targetOf)))
    expect(first).toEqual({ commands: [withItsSource, ['evalsha', b.lease]], roundTrips: 1 })
    expect(second?.commands).toEqual([])
  })

  test('writes and deletes are one pipeline for each node', async () => {
    const writes = [a, c, b].map(({ value }) => ({ key: value, before: '', after: '', life: 9_000 }))
    const written = await sent(() => store.writeMany(writes))
    const deleted = await sent(() => store.deleteMany(writes.map(({ key }) => key)))
    for (const [name, [first, second]] of [['set', written] as const, ['unlink', deleted] as const]) {
      expect(first).toEqual({ commands: [a, b].map(({ value }) => [name, value]), roundTrips: 1 })
      expect(second).toEqual({ commands: [[name, c.value]], roundTrips: 1 })
    }
  })

  test('the first read of a node takes its time along, and for a second no other one does', async () => {
    const another = redisStore(client, { timeout, clock })
    const first = await sent(() => another.readMany([a.value, c.value]))
    expect(first.map(({ commands }) => commands.map(([name]) => name))).toEqual([
      ['time', 'get'],
      ['time', 'get'],
    ])
    expect(first.map(({ roundTrips }) => roundTrips)).toEqual([1, 1])
    const next = await sent(() => another.readMany([a.value, c.value]))
    expect(next.map(({ commands }) => commands.map(([name]) => name))).toEqual([['get'], ['get']])
  })

  test('for nothing, nothing is sent', async () => {
    const sentForNothing = await sent(() =>
      Promise.all([
        store.readMany([]),
        store.writeMany([]),
        store.deleteMany([]),
        ...[store.leases?.acquire([]), store.leases?.invalidate([]), store.leases?.prime([])],
      ]),
    )
    expect(sentForNothing.map(({ commands }) => commands)).toEqual([[], []])
  })

  test('thousands of keys go out at once, and are all answered', async () => {
    const keys = Array.from({ length: 10_001 }, (_, i) => `{key:${i}}`)
    await store.writeMany(keys.map((key) => ({ key, before: key, after: '', life: 9_000, at: 1 })))
    const [first, second] = await sent(async () => {
      expect(await store.readMany(keys)).toEqual(keys.map((key) => `${key}1`))
    })
    expect([first?.roundTrips, second?.roundTrips]).toEqual([1, 1])
    expect(await store.deleteMany(keys)).toEqual(keys.map(() => true))
  })

  test('a part is the node that serves the key, by its address', () => {
    const [first, second] = [nodes[0], nodes[1]].map(({ port }) => `127.0.0.1:${port}`)
    expect([a, b, c, d].map(({ value }) => store.partOf?.(value))).toEqual([first, first, second, second])
    expect([a, c].map(({ lease }) => store.partOf?.(lease))).toEqual([first, second])
  })

  test('one write that Redis refuses rejects the call', async () => {
    const writes = [a, c].map(({ value }, i) => ({ key: value, before: '', after: '', life: 9_000 * i - 1 }))
    await expect(store.writeMany(writes)).rejects.toThrow('invalid expire time')
  })
})
