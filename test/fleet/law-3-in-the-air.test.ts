import { describe, expect, test } from '@jest/globals'
import { barrier, fail, hold, holdReply, times } from '@larder/core/testing'
import { until } from '../support/until.ts'
import { holdAnswer, loseReply } from './support/faults.ts'
import { deaf, leaseKey, startFleet, valueKey } from './support/fleet.ts'

const fleet = startFleet()

describe.each([
  { bus: 'every message heard', through: undefined },
  { bus: 'every message lost', through: deaf },
])('with $bus', ({ through }) => {
  const join = (options = {}) => fleet.join({ ...(through && { through }), ...options })

  /** Changes the source, and resolves when the invalidation of `a` by another cache has. */
  async function changeElsewhere(n = 2) {
    fleet.source.rows.set('a', { n })
    await join().loader.invalidate('a')
  }

  test('law 3: a fill is done and its reply unread when the key is invalidated', async () => {
    const here = join()
    const [loading, reply] = [barrier(), barrier()]
    fleet.source.inject(holdReply(loading))
    here.store.inject(holdReply(reply), 'fill')
    const first = here.loader.load('a')
    await loading.arrived()
    const joined = here.loader.load('a')
    await until(() => here.events('join').length === 1)
    loading.open()
    expect(await first).toEqual({ n: 1 })
    await reply.arrived()

    await changeElsewhere()
    expect(await here.loader.load('a')).toEqual({ n: 2 })
    reply.open()
    expect(await joined).toEqual({ n: 1 })
    expect(await here.loader.load('a')).toEqual({ n: 2 })
    expect(fleet.source.calls.length).toBe(2)
  })

  test('law 3: the reply to a fill is lost: who joined reads again, and finds the entry', async () => {
    const here = join({ storeTimeout: 1_000 })
    const loading = barrier()
    fleet.source.inject(holdReply(loading))
    here.store.inject(times(1, loseReply), 'fill')
    const first = here.loader.load('a')
    await loading.arrived()
    const joined = here.loader.load('a')
    loading.open()

    expect(await Promise.all([first, joined])).toEqual([{ n: 1 }, { n: 1 }])
    expect(fleet.source.calls.length).toBe(1)
  })

  test('law 3: the reply to a fill is lost and the key invalidated: who joined may not have it', async () => {
    const here = join({ storeTimeout: 1_000 })
    const loading = barrier()
    fleet.source.inject(holdReply(loading))
    here.store.inject(times(1, loseReply), 'fill')
    const first = here.loader.load('a')
    await loading.arrived()
    const joined = here.loader.load('a')
    loading.open()
    await until(() => fleet.admin.exists(valueKey('a')))
    await changeElsewhere()

    expect(await first).toEqual({ n: 1 })
    expect(await joined).toEqual({ n: 2 })
  })

  test('law 3: a load without a lease is joined while the store is out, and no longer once it is back', async () => {
    const here = join()
    const loading = barrier()
    fleet.source.inject(holdReply(loading))
    here.store.inject(fail(), 'acquire')
    const first = here.loader.load('a')
    await loading.arrived()
    const joined = here.loader.load('a')
    await until(() => here.events('join').length === 1)
    expect(fleet.source.calls.length).toBe(1)

    here.store.heal()
    await here.loader.prime('b', { n: 0 })
    await changeElsewhere()
    const late = here.loader.load('a')
    loading.open()
    expect(await first).toEqual({ n: 1 })
    expect(await Promise.all([joined, late])).toEqual([{ n: 2 }, { n: 2 }])
  })

  test('law 3: an acquire is on its way when the key is invalidated', async () => {
    const here = join()
    const delivery = barrier()
    here.store.inject(hold(delivery), 'acquire')
    const first = here.loader.load('a')
    await delivery.arrived()
    await changeElsewhere()
    const late = here.loader.load('a')
    delivery.open()

    expect(await Promise.all([first, late])).toEqual([{ n: 2 }, { n: 2 }])
  })

  test('law 3: a granted lease is on its way back when the key is invalidated: its load is not written', async () => {
    const here = join()
    const reply = barrier()
    here.store.inject(holdReply(reply), 'acquire')
    const first = here.loader.load('a')
    await until(() => fleet.admin.exists(leaseKey('a')))
    await changeElsewhere()
    const late = here.loader.load('a')
    reply.open()

    expect(await Promise.all([first, late])).toEqual([{ n: 2 }, { n: 2 }])
    await until(() => here.events('fill-refused').length > 0)
  })

  test('law 3: an acquire has found an entry, and is on its way back, when the key is invalidated', async () => {
    const [here, filler] = [join(), join()]
    const [delivery, reply] = [barrier(), barrier()]
    here.store.inject(async (execute) => {
      await delivery.pass()
      return holdAnswer('found', reply)(execute)
    }, 'acquire')
    const first = here.loader.load('a')
    await delivery.arrived()
    await filler.loader.load('a')
    await until(() => fleet.admin.exists(valueKey('a')))
    delivery.open()
    await reply.arrived()
    await changeElsewhere()
    const late = here.loader.load('a')
    reply.open()

    expect(await first).toEqual({ n: 1 })
    expect(await late).toEqual({ n: 2 })
  })

  test('law 3: somebody who waits has found the entry, and the answer is on its way back, when the key is invalidated', async () => {
    const [here, holder] = [join(), join()]
    const [loading, reply] = [barrier(), barrier()]
    fleet.source.inject(holdReply(loading))
    const loaded = holder.loader.load('a')
    await loading.arrived()
    here.store.inject(holdAnswer('found', reply), 'acquire')
    const first = here.loader.load('a')
    await until(() => here.store.calls('acquire').length > 0)
    loading.open()
    await reply.arrived()
    await changeElsewhere()
    const late = here.loader.load('a')
    reply.open()

    expect(await Promise.all([loaded, first])).toEqual([{ n: 1 }, { n: 1 }])
    expect(await late).toEqual({ n: 2 })
    expect(fleet.source.calls.length).toBe(2)
  })

  test('law 3: a prime during a load wins over it', async () => {
    const [here, elsewhere] = [join(), join()]
    const loading = barrier()
    fleet.source.inject(holdReply(loading))
    const first = here.loader.load('a')
    await loading.arrived()
    await elsewhere.loader.prime('a', { n: 2 })
    const late = here.loader.load('a')
    loading.open()

    expect(await first).toEqual({ n: 1 })
    expect(await Promise.all([late, elsewhere.loader.load('a')])).toEqual([{ n: 2 }, { n: 2 }])
    await until(() => here.events('fill-refused').length === 1)
    expect(fleet.source.calls.length).toBe(1)
    expect(await fleet.admin.get(valueKey('a'))).toMatch(/\{"n":2\}$/)
  })

  test('law 4: an invalidation during a cool-down does not end it', async () => {
    const policy = { cooldown: { base: '60s', cap: '60s' } }
    const [here, elsewhere] = [join({ policy }), join({ policy })]
    fleet.source.rows.set('a', new Error('the source is down'))
    await expect(here.loader.load('a')).rejects.toThrow('the source is down')
    await until(async () => (await fleet.admin.get(leaseKey('a')))?.startsWith('C'))
    await elsewhere.loader.invalidate('a')

    for (const { loader } of [here, elsewhere]) {
      await expect(loader.load('a')).rejects.toMatchObject({ code: 'LARDER_COOLING_DOWN' })
    }
    expect(fleet.source.calls.length).toBe(1)
  })
})
