/** Where law 3 ends: Redis replicates after it has answered, so a failover may lose what it had confirmed. */
import { describe, expect, test } from '@jest/globals'
import { barrier, holdReply } from '@larder/core/testing'
import { until } from '../support/until.ts'
import { type Member, valueKey } from './support/fleet.ts'
import { startSentinelFleet } from './support/sentinel-fleet.ts'

const fleet = startSentinelFleet()
const older = { n: 1 }
const newer = { n: 2 }

/** The older values are stored, and replicated; then the source has newer ones, and the replica is cut off. */
async function fillAndCut(member: Member, ids: readonly string[] = ['a']) {
  for (const id of ids) fleet.source.rows.set(id, older)
  await member.loader.loadMany(ids)
  for (const id of ids) await until(() => fleet.stored(id))
  await fleet.redis.cutReplication()
  for (const id of ids) fleet.source.rows.set(id, newer)
}

async function failOver() {
  await fleet.redis.loseMaster()
  await fleet.followed()
}

describe('law 3: ends where a failover loses an invalidation that was confirmed', () => {
  test('the older value is served again, until the key is invalidated again', async () => {
    const [here, other] = [fleet.join(), fleet.join()]
    await fillAndCut(here)
    await here.loader.invalidate('a')
    await failOver()
    for (const { loader } of [here, other]) expect(await loader.load('a')).toEqual(older)
    expect(fleet.source.calls.length).toBe(1)

    await other.loader.invalidate('a')
    for (const { loader } of [here, other]) expect(await loader.load('a')).toEqual(newer)
    expect(fleet.source.calls.length).toBe(2)
  })

  test('or until its entry ends, as if it had not been invalidated', async () => {
    const policy = { ttl: '8s', grace: 0 } as const
    const [here, other] = [fleet.join({ policy }), fleet.join({ policy })]
    const began = performance.now()
    await fillAndCut(here)
    await here.loader.invalidate('a')
    await failOver()
    expect(await other.loader.load('a')).toEqual(older)
    const left = await fleet.onReplica.pttl(valueKey('a'))
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(8_000 - (performance.now() - began) + 500)

    await until(async () => (await other.loader.load('a'))?.n === newer.n)
    expect(fleet.source.calls.length).toBe(2)
  })

  test('and a load that it had refused may be written, for the whole life of an entry', async () => {
    const policy = { timeout: '60s', ttl: '10m', grace: '50m' } as const
    const [here, other] = [fleet.join({ policy }), fleet.join({ policy })]
    const loading = barrier()
    fleet.source.inject(holdReply(loading))
    const reading = here.loader.load('a')
    await loading.arrived()
    fleet.source.heal()
    await fleet.redis.replicated()
    await fleet.redis.cutReplication()
    fleet.source.rows.set('a', newer)
    await other.loader.invalidate('a')
    await failOver()
    loading.open()

    expect(await reading).toEqual(older)
    await until(() => fleet.stored('a'))
    expect(await other.loader.load('a')).toEqual(older)
    expect(await fleet.onReplica.pttl(valueKey('a'))).toBeGreaterThan(59 * 60_000)
  })

  test('no other key is concerned', async () => {
    const [here, other] = [fleet.join(), fleet.join()]
    await fillAndCut(here, ['a', 'b', 'c', 'd'])
    await here.loader.invalidateMany(['a', 'b'])
    await failOver()
    await other.loader.invalidateMany(['b', 'c'])

    const rows = await here.loader.loadMany(['a', 'b', 'c', 'd'])
    expect(rows).toEqual([older, newer, newer, older])
    expect(fleet.source.countOf('a')).toBe(1)
    expect(fleet.source.countOf('d')).toBe(1)
  })
})

test('law 3: ends where a process goes on with a master that was replaced, for what it invalidates there', async () => {
  const [left, other] = [fleet.join(), fleet.join({ client: { failoverDetector: true } })]
  fleet.source.rows.set('a', older)
  await other.loader.load('a')
  await until(() => fleet.stored('a'))
  fleet.source.rows.set('a', newer)
  await fleet.redis.switchMaster()
  await fleet.followed(other)
  await left.loader.invalidate('a')

  expect(await left.loader.load('a')).toEqual(newer)
  expect(await other.loader.load('a')).toEqual(older)
  expect(fleet.source.calls.length).toBe(2)
})
