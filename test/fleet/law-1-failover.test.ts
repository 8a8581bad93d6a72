import { expect, test } from '@jest/globals'
import { type Barrier, barrier, holdReply } from '@larder/core/testing'
import { type Member, valueKey } from './support/fleet.ts'
import { startSentinelFleet } from './support/sentinel-fleet.ts'
import { until } from './support/until.ts'

const fleet = startSentinelFleet()

/** Begins to load `a` under a lease, and stops before its end. */
async function beginLoad(holder: Member): Promise<{ reading: Promise<unknown>; loading: Barrier }> {
  const loading = barrier()
  fleet.source.inject(holdReply(loading))
  const reading = holder.loader.load('a')
  await loading.arrived()
  fleet.source.heal()
  return { reading, loading }
}

test('law 1: a load whose lease the replica has is written to the new master, and is the only one', async () => {
  const [holder, other] = [fleet.join(), fleet.join()]
  const { reading, loading } = await beginLoad(holder)
  await fleet.redis.replicated()
  await fleet.redis.loseMaster()
  await until(() => holder.client.status === 'ready')
  loading.open()

  expect(await reading).toEqual({ n: 1 })
  await until(() => fleet.onReplica.exists(valueKey('a')))
  await until(() => other.client.status === 'ready')
  expect(await other.loader.load('a')).toEqual({ n: 1 })
  expect(fleet.source.calls.length).toBe(1)
  expect(holder.events('fill-refused')).toEqual([])
})
