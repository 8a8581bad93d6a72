import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Leases, Store } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import type { RedisServer } from '@larder/test/redis-server'
import { giveAwaySlots, type SlotMigration, slotMigration } from '@larder/test/slot-migration'
import { eventually } from '@larder/test/until'
import { type Cluster, type ClusterOptions, Redis } from 'ioredis'
import { type Entity, entitiesOf, entityOf, newToken, targetOf, wantOf, writeOf } from './support/entities.ts'
import { versions } from './support/versions.ts'

const timeout = '4s'

let cluster: RedisCluster
let source: RedisServer
let target: RedisServer

beforeAll(async () => {
  // A node that has no slots is to stay a master: one of them gets slots again.
  cluster = await startCluster({ args: ['--cluster-allow-replica-migration', 'no'] })
  ;[source, target] = cluster.nodes as unknown as [RedisServer, RedisServer]
})

afterAll(() => cluster.stop())

/** With a key prefix too: what is sent again has it once. */
const settings: (ClusterOptions & { readonly keyPrefix: string })[] = [
  { keyPrefix: '' },
  { keyPrefix: 'app:', redisOptions: { keyPrefix: 'app:' } },
  { keyPrefix: 'app:', enableAutoPipelining: true },
]
const subjects = versions.flatMap(({ version, Client }) =>
  settings.map((options) => ({ name: `${version} and ${JSON.stringify(options)}`, Client, options })),
)

describe.each(subjects)('a slot that moves, with $name', ({ Client, options }) => {
  let client: Cluster
  let store: Store
  let leases: Leases
  let moved: Entity
  let migration: SlotMigration
  /** Of the source, while the slot is there. */
  let admin: Redis

  beforeEach(async () => {
    // Longer than a test takes to move a slot: what the client sends again after it comes behind all else.
    client = new Client.Cluster([...cluster.startupNodes], { ...options, retryDelayOnTryAgain: 300 })
    store = redisStore(client, { timeout })
    leases = store.leases as Leases
    moved = await entityOf(cluster, source)
    migration = slotMigration(cluster.nodes, moved.slot, source, target)
    admin = new Redis(source.options)
    await store.readMany([moved.value])
  })

  afterEach(() => {
    client.disconnect()
    admin.disconnect()
  })

  const raw = (key: string) => options.keyPrefix + key
  const read = async () => (await store.readMany([moved.value]))[0]
  const fillBy = async (token: string) => {
    const [accepted] = await leases.fill([{ lease: moved.lease, token, write: writeOf(moved, token) }])
    return accepted
  }
  const prime = () => leases.prime([{ ...targetOf(moved), write: writeOf(moved, newToken()) }])
  const acquireKind = async (token = newToken()) => (await leases.acquire([wantOf(moved, token)]))[0]?.kind
  const moveWhole = async () => {
    await migration.begin()
    await migration.moveKeys({ count: 100 })
    await migration.finish()
  }

  test('reads, writes and deletes follow it where the client does not know yet', async () => {
    await store.writeMany([{ key: moved.value, before: 'kept', after: '', life: 60_000, at: 1 }])
    await moveWhole()
    expect(await read()).toBe('kept1')
    const again = await entityOf(cluster, source)
    migration = slotMigration(cluster.nodes, again.slot, source, target)
    await moveWhole()
    await store.writeMany([{ key: again.value, before: 'new', after: '', life: 60_000, at: 1 }])
    expect(await store.deleteMany([again.value])).toEqual([true])
  })

  test('a lease goes with it, and the fence', async () => {
    const token = newToken()
    expect(await acquireKind(token)).toBe('granted')
    await moveWhole()
    expect(await acquireKind()).toBe('held')
    expect(await fillBy(newToken())).toBe(false)
    expect(await fillBy(token)).toBe(true)
    await leases.invalidate([targetOf(moved)])
    expect(await read()).toBeUndefined()
    expect(await fillBy(token)).toBe(false)
  })

  test('the client learns of it, and then asks the right node first', async () => {
    await moveWhole()
    await read()
    await eventually(() => store.partOf?.(moved.value) === `127.0.0.1:${target.port}`)
  })

  test('while it moves, what has been moved is asked for at its new node', async () => {
    const token = newToken()
    expect(await acquireKind(token)).toBe('granted')
    await store.writeMany([writeOf(moved, newToken())])
    await migration.begin()
    await migration.moveKeys([raw(moved.value), raw(moved.lease)])
    expect(await read()).toEqual(expect.any(String))
    expect(await acquireKind()).toBe('found')
    expect(await fillBy(token)).toBe(true)
    expect(await read()).toContain(token)
    await migration.finish()
  })

  test('a script for an entity that is half moved waits for the rest, and a read does not', async () => {
    const token = newToken()
    await acquireKind(token)
    await store.writeMany([writeOf(moved, newToken())])
    await migration.begin()
    await migration.moveKeys([raw(moved.value)])
    const { settled: filling } = await turnedAwayBy(source, () => fillBy(token))
    expect(await read()).toEqual(expect.any(String))
    await migration.moveKeys([raw(moved.lease)])
    await migration.finish()
    expect(await filling).toBe(true)
  })

  test('a script that waits for it too long rejects, and a lease that it takes then is given back', async () => {
    const before = await evalsAt(target)
    await store.writeMany([writeOf(moved, newToken())])
    await migration.begin()
    const hasty = redisStore(client, { timeout: 50 })
    const acquiring = hasty.leases?.acquire([wantOf(moved, newToken())])
    await expect(acquiring).rejects.toMatchObject({ code: 'LARDER_DEADLINE' })
    await admin.del(raw(moved.value))
    await migration.finish()
    await eventually(async () => (await evalsAt(target)) > before)
    await eventually(async () => (await acquireKind()) === 'granted')
  })

  test('law 3: a prime that a slot on the move holds up does not come behind an invalidation asked for later', async () => {
    await store.writeMany([writeOf(moved, newToken())])
    await migration.begin()
    // The value is there and the lease is not: the source turns the prime away until the slot has moved.
    const { settled: priming } = await turnedAwayBy(source, prime)
    await migration.moveKeys([raw(moved.value)])
    await migration.finish()
    await leases.invalidate([targetOf(moved)])
    await Promise.allSettled([priming])
    expect(await read()).toBeUndefined()
  })

  test('law 3: a prime that is turned away takes away what was there before', async () => {
    const before = newToken()
    await store.writeMany([writeOf(moved, before)])
    await moveWhole()
    await prime()
    expect((await read()) ?? '').not.toContain(before)
    await prime()
    expect(await read()).toEqual(expect.any(String))
  })
})

describe.each(versions)(
  'a slot that moves to a node that the client has never heard of, with $version',
  ({ Client }) => {
    test('is followed, and the node is spoken to directly from then on', async () => {
      const [, , unheardOf] = cluster.nodes as unknown as [RedisServer, RedisServer, RedisServer]
      await giveAwaySlots(cluster.nodes, unheardOf, target)
      const client = new Client.Cluster([source.options])
      const store = redisStore(client, { timeout })
      const entities = await entitiesOf(cluster, source, 20)
      const write = { before: '', after: '', life: 60_000, at: 1 }
      await store.writeMany(entities.map(({ value }) => ({ ...write, key: value })))
      expect(client.nodes().map(({ options }) => options.port)).not.toContain(unheardOf.port)
      for (const { slot } of entities) {
        const migration = slotMigration(cluster.nodes, slot, source, unheardOf)
        await migration.begin()
        await migration.moveKeys({ count: 100 })
        await migration.finish()
      }
      const keys = entities.map(({ value }) => value)
      expect(await store.readMany(keys)).toEqual(keys.map(() => '1'))
      await eventually(() => store.partOf?.(keys[0] as string) === `127.0.0.1:${unheardOf.port}`)
      const acquire = () => store.leases?.acquire(entities.map((one) => wantOf(one, newToken())))
      // The node is given the script.
      await eventually(acquire)
      const resent = await evalsAt(unheardOf)
      await acquire()
      expect(await evalsAt(unheardOf)).toBe(resent)
      client.disconnect()
    })
  },
)

/** Runs `run`, and resolves when the node has turned a command of it away. `settled` is what it comes to. */
async function turnedAwayBy<T>(node: RedisServer, run: () => Promise<T>): Promise<{ settled: Promise<T> }> {
  const count = () => statistic(node, 'errorstats', /errorstat_TRYAGAIN:count=(\d+)/)
  const before = await count()
  const settled = run()
  settled.catch(() => {})
  await eventually(async () => (await count()) > before)
  return { settled }
}

const evalsAt = (node: RedisServer) => statistic(node, 'commandstats', /cmdstat_eval:calls=(\d+)/)

async function statistic({ options }: RedisServer, section: string, pattern: RegExp): Promise<number> {
  const admin = new Redis(options)
  const info = await admin.info(section)
  admin.disconnect()
  return Number(pattern.exec(info)?.[1] ?? 0)
}
