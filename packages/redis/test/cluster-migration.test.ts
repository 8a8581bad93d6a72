import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Leases, Store } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import type { RedisServer } from '@larder/test/redis-server'
import { slotMigration } from '@larder/test/slot-migration'
import type { Cluster } from 'ioredis'
import { slotOf } from '../src/slot.ts'
import { type Entity, newToken, targetOf, wantOf, writeOf } from './support/entities.ts'
import { versions } from './support/versions.ts'

/** All in one slot, which lies at the first node: `{1}`'s. */
const all: Entity[] = []
for (let n = 0; all.length < 24; n++) {
  const id = `${n}`
  if (slotOf(id) === slotOf('1')) all.push({ slot: slotOf(id), value: `{${id}}:v1`, lease: `{${id}}:lease` })
}
const [kept, contended] = [all.slice(0, 12), all.slice(12)]

let cluster: RedisCluster

beforeAll(async () => {
  cluster = await startCluster()
})

afterAll(() => cluster.stop())

describe.each(versions)('while a slot moves from node to node, with $version', ({ Client }) => {
  let clients: Cluster[]
  let stores: Store[]

  beforeEach(() => {
    clients = [0, 1].map(() => new Client.Cluster([...cluster.startupNodes], { retryDelayOnTryAgain: 5 }))
    stores = clients.map((client) => redisStore(client, { timeout: '4s' }))
  })

  afterEach(() => {
    for (const client of clients) client.disconnect()
  })

  /** Does `work` again and again, from each process, until the slot has moved there and back. */
  async function whileItMoves(work: (store: Store) => Promise<void>): Promise<void> {
    let isMoving = true
    const working = stores.map(async (store) => {
      while (isMoving) await work(store)
    })
    const slot = (all[0] as Entity).slot
    const source = await cluster.ownerOf(slot)
    const target = cluster.nodes.find((node) => node !== source) as RedisServer
    for (const [from, to] of [
      [source, target],
      [target, source],
    ] as const) {
      const migration = slotMigration(cluster.nodes, slot, from, to)
      await migration.begin()
      while ((await migration.moveKeys({ count: 3 })) > 0);
      await migration.finish()
    }
    isMoving = false
    await Promise.all(working)
  }

  test('every read answers what is stored', async () => {
    const [store] = stores as [Store]
    await store.writeMany(
      kept.map(({ value }) => ({ key: value, before: value, after: '', life: 60_000, at: 1 })),
    )
    const keys = kept.map(({ value }) => value)
    const wrong: unknown[] = []
    let reads = 0
    await whileItMoves(async (reader) => {
      const values = await reader.readMany(keys)
      reads++
      wrong.push(...values.filter((value, i) => value !== `${keys[i]}1`))
    })
    expect(wrong).toEqual([])
    expect(reads).toBeGreaterThan(10)
  })

  test('law 1: no two attempts hold the lease of a key', async () => {
    const held = new Set<string>()
    const doubled: string[] = []
    let granted = 0
    await whileItMoves(async (store) => {
      const leases = store.leases as Leases
      const { value, lease, slot } = contended[granted % contended.length] as Entity
      const token = newToken()
      try {
        const [answer] = await leases.acquire([wantOf({ value, lease, slot }, token)])
        if (answer?.kind !== 'granted') return
        granted++
        if (held.has(lease)) doubled.push(lease)
        held.add(lease)
        await store.readMany([value])
        held.delete(lease)
        await leases.release([{ lease, token, reason: 'cancelled' }])
      } catch {
        // What the moving slot holds up for too long rejects.
      }
    })
    expect(doubled).toEqual([])
    expect(granted).toBeGreaterThan(0)
  })

  test('law 3: what was invalidated is neither read nor filled afterwards', async () => {
    const violations: string[] = []
    let invalidated = 0
    const taken = new Set<Entity>()
    await whileItMoves(async (store) => {
      const leases = store.leases as Leases
      const entity = contended.find((candidate) => !taken.has(candidate)) as Entity
      taken.add(entity)
      const token = newToken()
      try {
        await leases.acquire([wantOf(entity, token)])
        const earlier = Promise.allSettled([
          leases.fill([{ lease: entity.lease, token, write: writeOf(entity, token) }]),
          leases.prime([{ ...targetOf(entity), write: writeOf(entity, token) }]),
        ])
        await leases.invalidate([targetOf(entity)])
        invalidated++
        const [first] = await store.readMany([entity.value])
        await earlier
        const [accepted] = await leases.fill([{ lease: entity.lease, token, write: writeOf(entity, token) }])
        const [then] = await store.readMany([entity.value])
        if (first !== undefined || accepted || then !== undefined) violations.push(entity.lease)
      } catch {
        // What the moving slot holds up for too long rejects; what was not confirmed promises nothing.
      }
      taken.delete(entity)
    })
    expect(violations).toEqual([])
    expect(invalidated).toBeGreaterThan(0)
  })
})
