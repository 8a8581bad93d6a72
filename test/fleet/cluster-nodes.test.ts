/** Several caches on a Cluster of three nodes: what they share, and what a node that is out, or a slot that moves, costs. */
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { createReport, InvalidationPendingError } from '@larder/core'
import { barrier, holdReply } from '@larder/core/testing'
import { INVALIDATE } from '@larder/redis/internal/scripts'
import type { Cluster } from 'ioredis'
import type { RedisServer } from '../support/redis-server.ts'
import { slotMigration } from '../support/slot-migration.ts'
import { until } from '../support/until.ts'
import { slotOfId, startClusterFleet } from './support/cluster-fleet.ts'
import type { Member } from './support/fleet.ts'
import { type Sent, sentToNodes } from './support/sent-to-nodes.ts'

const fleet = startClusterFleet()
let nodes: readonly [RedisServer, RedisServer, RedisServer]
let members: Member<Cluster>[]

beforeEach(() => {
  nodes = fleet.cluster.nodes as unknown as typeof nodes
  members = [fleet.join(), fleet.join(), fleet.join()]
})

/** `count` new IDs of each node. */
function newIdsOfEach(count: number): Promise<string[][]> {
  return Promise.all(nodes.map((node) => fleet.newIds(node, count)))
}

const rows = (ids: readonly string[], n: number) => ids.map(() => ({ n }))

describe('with all nodes there', () => {
  test('law 1: an absent key of any node, wanted by all caches at once, is loaded once', async () => {
    const ids = (await newIdsOfEach(1)).flat()
    const answers = await Promise.all(members.flatMap(({ loader }) => ids.map((id) => loader.load(id))))
    expect(answers).toEqual(Array(answers.length).fill({ n: 1 }))
    expect(ids.map((id) => fleet.source.countOf(id))).toEqual([1, 1, 1])
  })

  test('law 2: a read of 100 keys over three nodes is one round trip to each of them', async () => {
    const [first, second] = members as [Member<Cluster>, Member<Cluster>]
    const idsOfEach = await Promise.all(
      [34, 33, 33].map((count, i) => fleet.newIds(nodes[i] as RedisServer, count)),
    )
    const ids = idsOfEach.flat()
    await first.loader.loadMany(ids)
    await second.loader.loadMany(ids)
    const report = createReport()
    const sent = await sentToNodes(nodes, async () => {
      expect(await second.loader.loadMany(ids, { report })).toEqual(rows(ids, 1))
    })
    expect(report.hits).toBe(100)
    expect(sent.map(({ roundTrips }) => roundTrips)).toEqual([1, 1, 1])
    const gets = sent.map(({ commands }) => commands.filter(([name]) => name === 'get').length)
    expect(gets).toEqual([34, 33, 33])
  })
})

describe('with a slot on the move', () => {
  const steps = ['before it begins', 'halfway', 'when it is over'] as const

  test.each(steps)(
    'law 3: a load that began before an invalidation %s is not served after it',
    async (step) => {
      const [holder, other] = members as [Member<Cluster>, Member<Cluster>]
      const [id] = (await fleet.newIds(nodes[1], 1)) as [string]
      const loading = barrier()
      fleet.source.inject(holdReply(loading))
      const load = holder.loader.load(id)
      await loading.arrived()
      let invalidated: Promise<boolean> | undefined
      const invalidateAt = (now: (typeof steps)[number]) => {
        if (now !== step) return
        fleet.source.rows.set(id, { n: 2 })
        invalidated = other.loader.invalidate(id)
      }

      await moveSlotOf(id, nodes[1], nodes[2], async (now) => {
        invalidateAt(now)
        // Halfway it may have to wait for the other half.
        if (now !== 'halfway') await invalidated
      })
      await invalidated
      loading.open()
      await load
      fleet.source.heal()

      for (const { loader } of members) expect(await loader.load(id)).toEqual({ n: 2 })
      await moveSlotOf(id, nodes[2], nodes[1])
      for (const { loader } of members) expect(await loader.load(id)).toEqual({ n: 2 })
    },
  )

  test('law 1: a load that nobody invalidates is stored where its slot is now, and is the only one', async () => {
    const [holder] = members as [Member<Cluster>]
    const [id] = (await fleet.newIds(nodes[1], 1)) as [string]
    const loading = barrier()
    fleet.source.inject(holdReply(loading))
    const load = holder.loader.load(id)
    await loading.arrived()
    await moveSlotOf(id, nodes[1], nodes[2])
    loading.open()
    await load
    for (const { loader } of members) expect(await loader.load(id)).toEqual({ n: 1 })
    expect(fleet.source.countOf(id)).toBe(1)
    await moveSlotOf(id, nodes[2], nodes[1])
  })
})

describe('with a node frozen', () => {
  test('law 4: reads of the other nodes’ keys are answered meanwhile, in the same tick as well', async () => {
    const [there, ...others] = await newIdsOfEach(5)
    const elsewhere = others.flat()
    await members[0]?.loader.loadMany([...(there as string[]), ...elsewhere])
    // Whoever has read before knows the nodes' times.
    for (const { loader } of members) await loader.loadMany([...(there as string[]), ...elsewhere])
    nodes[0].freeze()
    try {
      let answered = 0
      const slow = members.map(({ loader }) => loader.loadMany(there as string[]).finally(() => answered++))
      const fast = members.map(({ loader }) => loader.loadMany(elsewhere))
      expect(await Promise.all(fast)).toEqual(members.map(() => rows(elsewhere, 1)))
      expect(answered).toBe(0)
      nodes[0].thaw()
      expect(await Promise.all(slow)).toEqual(members.map(() => rows(there as string[], 1)))
    } finally {
      nodes[0].thaw()
    }
    expect(fleet.source.calls.length).toBe(1)
  })
})

describe('with a node killed', () => {
  test('law 3: exactly its keys are pending; the others are obeyed at once, and it obeys when it is back', async () => {
    const [writer, ...readers] = members as [Member<Cluster>, ...Member<Cluster>[]]
    const idsOfEach = await newIdsOfEach(20)
    const [pending, ...others] = idsOfEach as [string[], ...string[][]]
    const obeyed = others.flat()
    const ids = idsOfEach.flat()
    for (const { loader } of members) await loader.loadMany(ids)
    const delivered = () => writer.events('invalidated').flatMap((event) => event.ids)

    await nodes[0].kill()
    for (const id of ids) fleet.source.rows.set(id, { n: 2 })
    const sent = await sentToNodes(nodes, async () => {
      const error = await writer.loader.invalidateMany(ids).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(InvalidationPendingError)
      expect([...(error as InvalidationPendingError).ids].sort()).toEqual([...pending].sort())
      expect(delivered().sort()).toEqual([...obeyed].sort())
      for (const { loader } of members) expect(await loader.loadMany(obeyed)).toEqual(rows(obeyed, 2))
      expect(await writer.loader.loadMany(pending)).toEqual(rows(pending, 2))

      await nodes[0].restart()
      await until(() => delivered().length === ids.length)
    })

    expect(delivered().slice(obeyed.length).sort()).toEqual([...pending].sort())
    const invalidations = sent.map(invalidationsIn)
    // To the others one for each key, and no more; to the one that was out, until it has done them.
    expect(invalidations.slice(1).map(({ length }) => length)).toEqual([20, 20])
    expect(new Set(invalidations[0]).size).toBe(20)
    for (const { loader } of readers) expect(await loader.loadMany(ids)).toEqual(rows(ids, 2))
    await fleet.cluster.settled()
  })
})

/** The keys of the leases that were invalidated, once for each command that was sent. */
function invalidationsIn({ commands }: Sent): string[] {
  const digest = createHash('sha1').update(INVALIDATE).digest('hex')
  return commands.flatMap(([name, script, , lease]) =>
    (name === 'evalsha' && script === digest) || (name === 'eval' && script === INVALIDATE)
      ? [lease as string]
      : [],
  )
}

async function moveSlotOf(
  id: string,
  from: RedisServer,
  to: RedisServer,
  at: (step: 'before it begins' | 'halfway' | 'when it is over') => Promise<void> = async () => {},
): Promise<void> {
  const migration = slotMigration(nodes, slotOfId(id), from, to)
  await at('before it begins')
  await migration.begin()
  await at('halfway')
  while ((await migration.moveKeys({ count: 1 })) > 0);
  await migration.finish()
  await at('when it is over')
}
