/** On a real Redis: a key whose load fails cools down in the whole fleet, also where it is invalidated meanwhile. */
import { expect, test } from '@jest/globals'
import { barrier } from '@larder/core/testing'
import { eventually } from '../support/until.ts'
import { leaseKey, startFleet } from './support/fleet.ts'

const fleet = startFleet()

test('law 4: a key that is invalidated during each load is loaded once per cool-down', async () => {
  const policy = { cooldown: { base: '1h', cap: '2h' } } as const
  const [one, other] = [fleet.join({ policy }), fleet.join({ policy })]
  const asked = barrier()
  fleet.source.inject(async () => {
    await asked.pass()
    throw new Error('down')
  })
  const first = one.loader.load('a').catch((error: Error) => error.message)
  await asked.arrived()
  await other.loader.invalidate('a')
  asked.open()
  expect(await first).toBe('down')
  // Its reader is told before the store is.
  await eventually(async () => (await fleet.admin.get(leaseKey('a')))?.startsWith('C') === true)

  for (const { loader } of [other, one, other, one]) {
    await expect(loader.load('a')).rejects.toMatchObject({ code: 'LARDER_COOLING_DOWN' })
    await other.loader.invalidate('a')
  }
  expect(fleet.source.calls.length).toBe(1)
})
