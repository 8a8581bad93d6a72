/** Law 3 with tags on a real Redis, with every message lost, and what their reads cost there. */
import { tracingChannel } from 'node:diagnostics_channel'
import { describe, expect, test } from '@jest/globals'
import type { Loader } from '@larder/core'
import { eventually } from '../support/until.ts'
import { startClusterFleet } from './support/cluster-fleet.ts'
import { deaf, type Member, type Row, startFleet } from './support/fleet.ts'

const POLICY = {
  tags: ({ n }: Row, id: string) => [`id ${id}`, `state ${n % 2}`, 'all'],
  grace: '10m',
} as const

describe('on one server', () => {
  const fleet = startFleet()

  test('law 3: holds over many reads and invalidations of tags at once, with every message lost', async () => {
    const ids = ['a', 'b', 'c']
    /** By ID: what the source says, and the newest state that must be seen by whoever begins to read now. */
    const current = new Map(ids.map((id) => [id, 0]))
    const floor = new Map(ids.map((id) => [id, 0]))
    const load = async (asked: readonly string[]): Promise<Row[]> => {
      const rows = asked.map((id) => ({ n: current.get(id) as number }))
      // Long enough for an invalidation to come between.
      for (let i = 0; i < 3; i++) await fleet.admin.ping()
      return rows
    }
    const members = [1, 2].map(() => fleet.join({ through: deaf, load, policy: POLICY }))
    const tooOld: string[] = []
    let given = 0

    async function read({ loader }: Member) {
      const least = ids.map((id) => floor.get(id) as number)
      const rows = await loader.loadMany(ids)
      for (const [i, row] of rows.entries()) {
        given++
        if (!(row !== null && 'n' in row && row.n >= (least[i] as number)))
          tooOld.push(`${ids[i]}: ${JSON.stringify(row)} after ${least[i]}`)
      }
    }

    async function change({ cache, loader }: Member, round: number) {
      const id = ids[round % ids.length] as string
      const changed = round % 4 === 0 ? ids : [id]
      for (const each of changed) current.set(each, (current.get(each) as number) + 1)
      const now = changed.map((each) => [each, current.get(each) as number] as const)
      if (changed.length === 1) await cache.invalidateTags([`id ${id}`])
      else if (round % 8 === 0) await loader.invalidateAll()
      else await cache.invalidateTags(['none', 'all'])
      for (const [each, n] of now) floor.set(each, Math.max(floor.get(each) as number, n))
    }

    let reading = members.length
    const readers = members.map(async (member) => {
      for (let round = 0; round < 150; round++) await Promise.all([read(member), later(() => read(member))])
      reading--
    })
    const changers = members.map(async (member, i) => {
      for (let round = i; reading > 0; round++) {
        await change(member, round)
        for (let pause = round % 9; pause > 0; pause--) await fleet.admin.ping()
      }
    })
    await Promise.all([...readers, ...changers])
    expect(tooOld).toEqual([])
    expect(given).toBe(2 * 2 * 150 * ids.length)
    expect(Math.min(...floor.values())).toBeGreaterThan(10)

    /** Begun when the one before may be waiting for its load. */
    async function later(read: () => Promise<void>) {
      for (let i = 0; i < 3; i++) await fleet.admin.ping()
      await read()
    }
  })

  test('a read of what bears tags is two commands, and one of what bears none is one', async () => {
    const ids = Array.from({ length: 100 }, (_, i) => String(i))
    const load = async (asked: readonly string[]) => asked.map((id) => ({ n: Number(id) }))
    const [tagged, plain] = [fleet.join({ load, policy: POLICY }), fleet.join({ load })]
    await tagged.loader.loadMany(ids)
    expect(await commandsOf(() => tagged.loader.loadMany(ids))).toEqual(['mget', 'mget'])
    await fleet.admin.flushall()
    await plain.loader.loadMany(ids)
    expect(await commandsOf(() => plain.loader.loadMany(ids))).toEqual(['mget'])
  })

  test('an expired entry is served stale by every process, and loaded once', async () => {
    const [here, there] = [1, 2].map(() => fleet.join({ policy: POLICY })) as [Member, Member]
    await Promise.all([here.loader.load('a'), there.loader.load('a')])
    fleet.source.rows.set('a', { n: 2 })
    expect(await here.loader.expire('a')).toBe(true)
    expect([await here.loader.load('a'), await there.loader.load('a')]).toEqual([{ n: 1 }, { n: 1 }])
    // A process knows the server's clock but for a round trip: for so long it may take the entry for fresh.
    await eventually(async () => {
      const rows = [await here.loader.load('a'), await there.loader.load('a')]
      await Promise.all([here.cache.settled(), there.cache.settled()])
      return rows.every((row) => row?.n === 2)
    })
    expect(fleet.source.countOf('a')).toBe(2)
  })
})

describe('on a Cluster', () => {
  const fleet = startClusterFleet()

  test('law 3: what bears a tag is dead on every node, once one of them has written the marker', async () => {
    const ids = (await Promise.all(fleet.cluster.nodes.map((node) => fleet.newIds(node, 5)))).flat()
    const [here, there] = [1, 2].map(() => fleet.join({ through: deaf, policy: POLICY }))
    const read = (loader?: Loader<string, Row>) => loader?.loadMany(ids)
    await read(here?.loader)
    await read(there?.loader)
    for (const id of ids) fleet.source.rows.set(id, { n: 2 })
    await here?.cache.invalidateTags(['all'])
    for (const member of [there, here]) expect(await read(member?.loader)).toEqual(ids.map(() => ({ n: 2 })))
    for (const id of ids) fleet.source.rows.set(id, { n: 3 })
    await there?.loader.invalidateAll()
    for (const member of [here, there]) expect(await read(member?.loader)).toEqual(ids.map(() => ({ n: 3 })))
  })
})

/** The names of those that are sent for keys meanwhile, and not by a client that connects. */
async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const note = (event: unknown) => void sent.push((event as { command: string }).command)
  const { start } = tracingChannel('ioredis:command')
  start.subscribe(note)
  await work()
  start.unsubscribe(note)
  return sent.filter((command) => ['get', 'mget', 'set', 'eval', 'evalsha', 'unlink'].includes(command))
}
