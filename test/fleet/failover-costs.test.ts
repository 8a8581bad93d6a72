/** What one failover costs a fleet, counted: loads, refused fills, invalidations that are pending, and lost ones. */
import { expect, test } from '@jest/globals'
import type { EventName } from '@larder/core'
import { barrier, holdReply } from '@larder/core/testing'
import { until } from '../support/until.ts'
import type { Member } from './support/fleet.ts'
import { startSentinelFleet } from './support/sentinel-fleet.ts'

const fleet = startSentinelFleet()
const policy = { timeout: '60s', waitTimeout: '90s' } as const
const ids = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`)

const [kept, confirmed, unconfirmed] = [ids('kept', 20), ids('confirmed', 4), ids('unconfirmed', 5)]
const loading = ids('loading', 3)
const all = [...kept, ...confirmed, ...unconfirmed]
const change = (changed: readonly string[]) => {
  for (const id of changed) fleet.source.rows.set(id, { n: 2 })
}

test('a failover loses what was not replicated, and nothing else; meanwhile each process loads for itself', async () => {
  const members = [1, 2, 3].map(() => fleet.join({ policy, storeTimeout: 1_000 }))
  const [first, second] = members as [Member, Member]
  const count = (name: EventName) => members.flatMap((member) => member.events(name)).length
  for (const id of [...all, ...loading]) fleet.source.rows.set(id, { n: 1 })
  await first.loader.loadMany(all)
  for (const id of all) await until(() => fleet.stored(id))
  expect(fleet.source.calls.length).toBe(1)

  // Neither these leases nor these deletes are replicated.
  await fleet.redis.cutReplication()
  const holding = barrier()
  fleet.source.inject(holdReply(holding))
  const readings = first.loader.loadMany(loading)
  await holding.arrived()
  fleet.source.heal()
  change(confirmed)
  await first.loader.invalidateMany(confirmed)

  await fleet.redis.master.kill()
  change(unconfirmed)
  await expect(second.loader.invalidateMany(unconfirmed)).rejects.toMatchObject({
    code: 'LARDER_INVALIDATION_PENDING',
  })
  const before = loadsOf(kept)
  await Promise.all(members.map(({ loader }) => loader.loadMany(kept)))
  const meanwhile = loadsOf(kept) - before

  await fleet.redis.loseMaster()
  await until(() => second.events('invalidated').length === 1)
  await fleet.followed()
  holding.open()
  expect(await readings).toEqual(loading.map(() => ({ n: 1 })))
  await until(() => count('fill-refused') === loading.length)
  const [lost, delivered] = [[], []] as [string[], string[]]
  for (const { loader } of members) {
    expect(await loader.loadMany(kept)).toEqual(kept.map(() => ({ n: 1 })))
    for (const id of confirmed) if ((await loader.load(id))?.n === 1) lost.push(id)
    for (const id of unconfirmed) if ((await loader.load(id))?.n === 2) delivered.push(id)
    await loader.loadMany(loading)
  }

  expect({
    loadsMeanwhile: meanwhile,
    loadsOfKeptAfterwards: loadsOf(kept) - before - meanwhile,
    loadsOfLostLeases: loadsOf(loading),
    refusedFills: count('fill-refused'),
    lost: new Set(lost).size,
    delivered: new Set(delivered).size,
    loadsOfInvalidated: loadsOf([...confirmed, ...unconfirmed]),
  }).toEqual({
    loadsMeanwhile: members.length * kept.length,
    loadsOfKeptAfterwards: 0,
    loadsOfLostLeases: 2 * loading.length,
    refusedFills: loading.length,
    lost: confirmed.length,
    delivered: unconfirmed.length,
    // At first, and the pending ones once more when they were delivered.
    loadsOfInvalidated: confirmed.length + 2 * unconfirmed.length,
  })
})

function loadsOf(counted: readonly string[]): number {
  return counted.reduce((sum, id) => sum + fleet.source.countOf(id), 0)
}
