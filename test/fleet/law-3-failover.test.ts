/** Invalidations around a failover: those that are pending get through, those that were replicated hold. */
import { expect, test } from '@jest/globals'
import { until } from '../support/until.ts'
import type { Member } from './support/fleet.ts'
import { startSentinelFleet } from './support/sentinel-fleet.ts'

const fleet = startSentinelFleet()
const hasty = { storeTimeout: 1_000 }
/** Leaves a master that Sentinel has replaced. */
const detecting = { client: { failoverDetector: true } }
const pending = { code: 'LARDER_INVALIDATION_PENDING' }

/** Loads `a`, and resolves when the replica has it; then the source changes. */
async function fillA(member: Member) {
  expect(await member.loader.load('a')).toEqual({ n: 1 })
  await until(() => fleet.stored('a'))
  fleet.source.rows.set('a', { n: 2 })
}

test.each([
  { when: 'is on its way', lose: () => fleet.redis.master.freeze() },
  { when: 'is asked for', lose: () => fleet.redis.master.kill() },
])(
  'law 3: an invalidation that $when as the master is lost is pending, and then done on the new one',
  async ({ lose }) => {
    const [here, other] = [fleet.join(hasty), fleet.join()]
    await fillA(here)
    await lose()
    await expect(here.loader.invalidate('a')).rejects.toMatchObject(pending)
    // This process obeys at once, and writes nothing.
    expect(await here.loader.load('a')).toEqual({ n: 2 })
    expect(fleet.source.calls.length).toBe(2)

    await fleet.redis.loseMaster()
    await until(() => here.events('invalidated').length === 1)
    await fleet.followed()
    expect(await other.loader.load('a')).toEqual({ n: 2 })
    expect(await here.loader.load('a')).toEqual({ n: 2 })
    expect(fleet.source.calls.length).toBe(3)
    expect(here.events('invalidation-lost')).toEqual([])
  },
)

test('law 3: an invalidation that the replica has heard of holds after a failover', async () => {
  const [here, other] = [fleet.join(), fleet.join()]
  await fillA(here)
  await here.loader.invalidate('a')
  await fleet.redis.replicated()
  await fleet.redis.loseMaster()
  await fleet.followed()

  expect(await other.loader.load('a')).toEqual({ n: 2 })
  expect(await here.loader.load('a')).toEqual({ n: 2 })
  expect(fleet.source.calls.length).toBe(2)
})

test('law 3: a planned failover, whose clients hear of it, loses no invalidation before or after it', async () => {
  const [here, other] = [fleet.join(detecting), fleet.join(detecting)]
  fleet.source.rows.set('b', { n: 1 })
  await here.loader.load('b')
  await fillA(here)
  await here.loader.invalidate('a')
  await fleet.redis.replicated()
  await fleet.redis.switchMaster()
  await fleet.followed()
  expect(await other.loader.load('a')).toEqual({ n: 2 })

  expect(await other.loader.load('b')).toEqual({ n: 1 })
  fleet.source.rows.set('b', { n: 2 })
  await here.loader.invalidate('b')
  expect(await other.loader.load('b')).toEqual({ n: 2 })
  expect(fleet.source.calls.length).toBe(4)
})

test('law 3: where the master must have a replica to write, an invalidation that cannot be replicated is pending, not lost', async () => {
  const [here, other] = [fleet.join(hasty), fleet.join()]
  await fillA(here)
  await fleet.redis.cutReplication()
  await fleet.tellMaster('CONFIG', 'SET', 'min-replicas-to-write', 1)
  await expect(here.loader.invalidate('a')).rejects.toMatchObject(pending)

  await fleet.redis.loseMaster()
  await until(() => here.events('invalidated').length === 1)
  await fleet.followed()
  expect(await other.loader.load('a')).toEqual({ n: 2 })
  expect(fleet.source.calls.length).toBe(2)
})
