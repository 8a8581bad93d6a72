import { expect, test } from '@jest/globals'
import { barrier, hold } from '@larder/core/testing'
import { until } from '../support/until.ts'
import { startFleet, valueKey } from './support/fleet.ts'
import { plant, STALE } from './support/plant.ts'

const fleet = startFleet()
const ids = Array.from({ length: 50 }, (_, i) => `${i}`)

test('law 2: stale keys that two caches read at once are refreshed once in the fleet, in batches', async () => {
  const members = [fleet.join(), fleet.join()]
  for (const id of ids) fleet.source.rows.set(id, { n: 2 })
  await plant(
    fleet.join(),
    ids.map((id) => [id, { n: 1 }] as const),
    STALE,
  )

  const answers = await Promise.all(members.map(({ loader }) => loader.loadMany(ids)))
  expect(answers.flat()).toEqual(Array(100).fill({ n: 1 }))
  const isRefreshed = async () => {
    const texts = await fleet.admin.mget(ids.map((id) => valueKey(id)))
    return texts.every((text) => text?.endsWith('{"n":2}'))
  }
  await until(isRefreshed)
  await Promise.all(members.map((member) => member.leave()))
  expect(fleet.source.calls.flatMap((call) => call.ids).toSorted()).toEqual(ids.toSorted())
  expect(fleet.source.calls.length).toBeLessThanOrEqual(2)
})

test('law 2: nobody waits for a refresh that is running, here or elsewhere', async () => {
  const [here, elsewhere] = [fleet.join(), fleet.join()]
  await plant(here, [['a', { n: 0 }]], STALE)
  const loading = barrier()
  fleet.source.inject(hold(loading))
  expect(await here.loader.load('a')).toEqual({ n: 0 })
  await loading.arrived()

  for (const { loader } of [here, elsewhere, here, elsewhere])
    expect(await loader.load('a')).toEqual({ n: 0 })
  expect(loading.waiting).toBe(1)
  loading.open()
  await until(async () => (await fleet.admin.get(valueKey('a')))?.endsWith('{"n":1}'))
  expect(await elsewhere.loader.load('a')).toEqual({ n: 1 })
  expect(fleet.source.calls.length).toBe(1)
})
