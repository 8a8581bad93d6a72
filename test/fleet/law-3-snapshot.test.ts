import { expect, test } from '@jest/globals'
import { until } from '../support/until.ts'
import { startFleet, valueKey } from './support/fleet.ts'

const fleet = startFleet()

test('law 3: ends where Redis starts again from a snapshot: what was deleted since is back', async () => {
  const here = fleet.join()
  for (const id of ['a', 'b']) fleet.source.rows.set(id, { n: 1 })
  await here.loader.loadMany(['a', 'b'])
  await until(async () => (await fleet.admin.exists(valueKey('a'), valueKey('b'))) === 2)
  for (const id of ['a', 'b']) fleet.source.rows.set(id, { n: 2 })
  await here.loader.invalidate('a')
  await fleet.admin.save()
  await here.loader.invalidate('b')
  await fleet.server.restart()
  await until(() => here.client.status === 'ready')

  expect(await here.loader.loadMany(['a', 'b'])).toEqual([{ n: 2 }, { n: 1 }])
  expect(fleet.source.countOf('b')).toBe(1)
  await here.loader.invalidate('b')
  expect(await here.loader.load('b')).toEqual({ n: 2 })
})
