import { describe, expect, test } from '@jest/globals'
import { systemClock } from '@larder/core'
import { until } from '../support/until.ts'
import { startFleet, valueKey } from './support/fleet.ts'
import { plant } from './support/plant.ts'

const fleet = startFleet()
const minute = 60_000

describe.each([-7 * minute, 7 * minute])('a process whose clock is off by %i ms', (off) => {
  const join = () => fleet.join({ clock: { ...systemClock, now: () => Date.now() + off } })
  const right = { ttl: 5 * minute, grace: 5 * minute }

  test('law 10: writes entries that bear the time of the server', async () => {
    const here = join()
    await here.loader.load('a')
    await until(() => fleet.admin.exists(valueKey('a')))
    await here.loader.prime('b', { n: 2 })
    for (const id of ['a', 'b']) {
      const at = Number(/^LRD1.{17}(\d+),/.exec((await fleet.admin.get(valueKey(id))) ?? '')?.[1])
      expect(Math.abs(at - Date.now())).toBeLessThan(minute)
    }
  })

  test('law 10: takes for fresh, stale and expired what is so by the server’s time, from its first read on', async () => {
    const writer = fleet.join()
    await plant(writer, [['fresh', { n: 1 }]], { ...right, age: 4 * minute })
    await plant(writer, [['stale', { n: 1 }]], { ...right, age: 6 * minute })
    await plant(writer, [['expired', { n: 1 }]], { ...right, age: 11 * minute })
    for (const id of ['fresh', 'stale', 'expired']) fleet.source.rows.set(id, { n: 2 })
    const here = join()

    expect(await here.loader.loadMany(['fresh', 'stale', 'expired'])).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }])
    await until(() => here.events('load').length === 2)
    expect(here.events('load').map(({ ids, background }) => [ids, background])).toEqual(
      expect.arrayContaining([
        [['expired'], false],
        [['stale'], true],
      ]),
    )
  })

  test('law 4: cools down for as long as the server says', async () => {
    fleet.source.rows.set('a', new Error('the source is down'))
    const policy = { cooldown: { base: '60s', cap: '60s' } } as const
    await expect(fleet.join({ policy }).loader.load('a')).rejects.toThrow('the source is down')
    const here = join()
    await until(
      async () => (await here.loader.load('a').catch((error) => error)).code === 'LARDER_COOLING_DOWN',
    )
    const { retryAt } = await here.loader.load('a').catch((error) => error)
    // On the clock of whoever is told.
    expect(Math.abs(retryAt - (Date.now() + off + minute))).toBeLessThan(minute / 2)
  })
})

test('law 8: scripts that the server has lost are loaded again, by every operation', async () => {
  const [here, elsewhere] = [fleet.join(), fleet.join()]
  const forget = () => fleet.admin.script('FLUSH')
  await forget()
  expect(await here.loader.load('a')).toEqual({ n: 1 })
  await until(() => fleet.admin.exists(valueKey('a')))
  await forget()
  fleet.source.rows.set('a', { n: 2 })
  await elsewhere.loader.invalidate('a')
  await forget()
  expect(await here.loader.load('a')).toEqual({ n: 2 })
  await forget()
  await elsewhere.loader.prime('a', { n: 3 })
  expect(await here.loader.load('a')).toEqual({ n: 3 })
  await forget()
  const two = fleet.join({ policy: { version: 2, upgrade: { 1: (old) => old } } })
  expect(await two.loader.load('a')).toEqual({ n: 3 })
  await until(() => two.events('upgraded').length === 1)
  expect(two.events('upgraded')[0]?.written).toBe(true)

  await forget()
  fleet.source.rows.set('b', new Error('the source is down'))
  await expect(here.loader.load('b')).rejects.toThrow('the source is down')
  await forget()
  await until(
    async () => (await elsewhere.loader.load('b').catch((error) => error)).code === 'LARDER_COOLING_DOWN',
  )
  expect([here, elsewhere, two].flatMap((member) => member.events('store-error'))).toEqual([])
})

test('law 3: an invalidation after a prime wins, also where the server knows only the script of the invalidation', async () => {
  const here = fleet.join()
  await here.loader.prime('b', { n: 0 })
  await fleet.admin.script('FLUSH')
  await here.loader.invalidate('b')
  await Promise.all([here.loader.prime('a', { n: 2 }), here.loader.invalidate('a')])

  expect(await here.loader.load('a')).toEqual({ n: 1 })
})
