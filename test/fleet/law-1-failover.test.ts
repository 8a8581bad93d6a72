/** A load is under way when its master is lost. Whether the new one knows of its lease decides what becomes of its fill. */
import { expect, test } from '@jest/globals'
import { type Barrier, barrier, holdReply } from '@larder/core/testing'
import { until } from '../support/until.ts'
import { leaseKey, type Member } from './support/fleet.ts'
import { startSentinelFleet } from './support/sentinel-fleet.ts'

const fleet = startSentinelFleet()
/** No failover takes so long: no lease ends by itself. */
const patient = { policy: { timeout: '60s', waitTimeout: '90s' } } as const

/** Begins a load of `a` under a lease, and stops before its end. */
async function beginLoad(holder: Member): Promise<{ reading: Promise<unknown>; loading: Barrier }> {
  const loading = barrier()
  fleet.source.inject(holdReply(loading))
  const reading = holder.loader.load('a')
  await loading.arrived()
  fleet.source.heal()
  return { reading, loading }
}

test('law 1: a load whose lease was replicated is written to the new master, and is the only one', async () => {
  const [holder, other] = [fleet.join(patient), fleet.join(patient)]
  const { reading, loading } = await beginLoad(holder)
  await fleet.redis.replicated()
  await fleet.redis.loseMaster()
  await fleet.followed()
  loading.open()

  expect(await reading).toEqual({ n: 1 })
  await until(() => fleet.stored('a'))
  expect(await other.loader.load('a')).toEqual({ n: 1 })
  expect(fleet.source.calls.length).toBe(1)
  expect(holder.events('fill-refused')).toEqual([])
})

test('law 1: a load whose lease was lost is not written, and the next reader loads once more', async () => {
  const [holder, other] = [fleet.join(patient), fleet.join(patient)]
  await fleet.redis.cutReplication()
  const { reading, loading } = await beginLoad(holder)
  await fleet.redis.loseMaster()
  await fleet.followed()
  loading.open()

  expect(await reading).toEqual({ n: 1 })
  await until(() => holder.events('fill-refused').length === 1)
  expect(await fleet.stored('a')).toBeUndefined()
  expect(await other.loader.load('a')).toEqual({ n: 1 })
  await until(() => fleet.stored('a'))
  expect(await holder.loader.load('a')).toEqual({ n: 1 })
  expect(fleet.source.calls.length).toBe(2)
})

test('law 1: a lost lease is taken by one other, and whoever asks after that waits for it', async () => {
  const [holder, second, third] = [fleet.join(patient), fleet.join(patient), fleet.join(patient)]
  await fleet.redis.cutReplication()
  const before = await beginLoad(holder)
  await fleet.redis.loseMaster()
  await fleet.followed()
  fleet.source.rows.set('a', { n: 2 })
  const after = await beginLoad(second)
  const waiting = third.loader.load('a')
  await until(() => third.store.calls('acquire').length > 0)
  before.loading.open()
  await until(() => holder.events('fill-refused').length === 1)
  after.loading.open()

  expect(await Promise.all([before.reading, after.reading, waiting])).toEqual([{ n: 1 }, { n: 2 }, { n: 2 }])
  expect(await fleet.stored('a')).toBe('{"n":2}')
  expect(fleet.source.calls.length).toBe(2)
  expect(second.events('fill-refused')).toEqual([])
})

test('law 1: whoever waits for a lease when its master is lost is not left waiting, and loads once', async () => {
  const [holder, waiting] = [fleet.join(patient), fleet.join({ ...patient, storeTimeout: 2_000 })]
  const { reading, loading } = await beginLoad(holder)
  await fleet.redis.replicated()
  const readings = [waiting.loader.load('a'), waiting.loader.load('a')]
  await until(() => waiting.store.calls('acquire').length > 0)
  await fleet.redis.master.kill()

  // There is no master yet.
  expect(await Promise.all(readings)).toEqual([{ n: 1 }, { n: 1 }])
  expect(fleet.source.calls.length).toBe(2)
  await fleet.redis.loseMaster()
  await fleet.followed()
  loading.open()
  expect(await reading).toEqual({ n: 1 })
  await until(() => fleet.stored('a'))
  expect(await waiting.loader.load('a')).toEqual({ n: 1 })
  expect(fleet.source.calls.length).toBe(2)
})

test.each([
  { lease: 'replicated', replicate: () => fleet.redis.replicated() },
  { lease: 'lost', replicate: undefined },
])(
  'law 3: a load that began before a failover is not written over an invalidation that came after it, its lease $lease',
  async ({ replicate }) => {
    const [holder, other] = [fleet.join(patient), fleet.join(patient)]
    if (replicate === undefined) await fleet.redis.cutReplication()
    const { reading, loading } = await beginLoad(holder)
    await replicate?.()
    await fleet.redis.loseMaster()
    await fleet.followed()
    expect(await fleet.onReplica.exists(leaseKey('a'))).toBe(replicate === undefined ? 0 : 1)
    fleet.source.rows.set('a', { n: 2 })
    await other.loader.invalidate('a')
    loading.open()

    expect(await reading).toEqual({ n: 1 })
    await until(() => holder.events('fill-refused').length === 1)
    for (const { loader } of [other, holder]) expect(await loader.load('a')).toEqual({ n: 2 })
    expect(await fleet.stored('a')).toBe('{"n":2}')
    expect(fleet.source.calls.length).toBe(2)
  },
)
