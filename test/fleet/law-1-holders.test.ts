import { describe, expect, test } from '@jest/globals'
import { barrier, hang, holdReply } from '@larder/core/testing'
import { until } from '../support/until.ts'
import { leaseKey, startFleet } from './support/fleet.ts'

const fleet = startFleet()

describe('a lease', () => {
  test('law 1: whose holder has died is taken over, by one, when it ends', async () => {
    const holder = fleet.join({ storeTimeout: 1_000, policy: { timeout: 200 } })
    const waiting = [fleet.join(), fleet.join(), fleet.join()]
    fleet.source.inject(hang())
    const lost = holder.loader.load('a')
    lost.catch(() => {})
    await until(() => fleet.source.calls.length === 1)
    const left = await fleet.admin.pttl(leaseKey('a'))
    const seen = performance.now()
    holder.client.disconnect()
    fleet.source.heal()

    const answers = await Promise.all(waiting.map(({ loader }) => loader.load('a')))
    expect(performance.now() - seen).toBeGreaterThan(left - 50)
    expect(answers).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }])
    expect(fleet.source.calls.length).toBe(2)
    await expect(lost).rejects.toMatchObject({ code: 'LARDER_SOURCE_TIMEOUT' })
  })

  test('law 1: that was granted when its caller had left is given back', async () => {
    const here = fleet.join({ storeTimeout: 300, policy: { timeout: '60s', waitTimeout: '90s' } })
    await here.loader.prime('b', { n: 0 })
    here.store.inject((execute) => {
      fleet.server.freeze()
      return execute()
    }, 'acquire')
    expect(await here.loader.load('a')).toEqual({ n: 1 })
    fleet.server.thaw()
    // What was sent before this has been executed by now.
    await here.client.ping()

    await until(async () => (await fleet.admin.exists(leaseKey('a'))) === 0)
    expect(await fleet.join().loader.load('a')).toEqual({ n: 1 })
  })
})

describe('a value that cannot be stored', () => {
  test('law 1: is loaded once by each process, and by all who wait at the same time', async () => {
    const processes = 6
    const others = processes - 1
    const [first, rest] = [barrier(), barrier()]
    const calls = Array.from({ length: processes }, () => 0)
    let begun = 0
    const members = calls.map((_, i) =>
      fleet.join({
        async load(ids) {
          calls[i] = (calls[i] ?? 0) + 1
          await (begun++ === 0 ? first : rest).pass()
          return ids.map(() => ({ n: 1, format() {} }))
        },
      }),
    )
    const readings = members.map(({ loader }) => Promise.all([loader.load('a'), loader.load('a')]))
    await first.arrived()
    // All hear; and the others wait: who asks a second time has been told to.
    await until(async () => (await fleet.admin.pubsub('NUMSUB', 'larder:'))[1] === processes)
    const waiting = () => members.filter(({ store }) => store.calls('acquire').length >= 2)
    await until(() => waiting().length === others)
    first.open()
    // None of these waits for another.
    await rest.arrived(others)
    rest.open()

    expect((await Promise.all(readings)).flat()).toEqual(Array(12).fill({ n: 1, format: expect.anything() }))
    expect(calls).toEqual(Array(processes).fill(1))
    await Promise.all(members.map(({ loader }) => loader.load('a')))
    expect(Math.max(...calls)).toBeLessThanOrEqual(2)
  })
})

describe('a busy event loop', () => {
  test.each([0, 1, 2, 3])('law 1: sends no read to the source, busy after %d turns', async (turns) => {
    const here = fleet.join({ storeTimeout: 250 })
    await fleet.join().loader.load('a')
    await here.loader.prime('b', { n: 2 })
    const reading = here.loader.loadMany(['a', 'b'])
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    keepBusy(300)

    expect(await reading).toEqual([{ n: 1 }, { n: 2 }])
    expect(here.events('store-error')).toEqual([])
    expect(fleet.source.calls.length).toBe(1)
  })

  test('law 1: while a key is loaded loses neither its lease nor its fill', async () => {
    const here = fleet.join({ storeTimeout: 250 })
    const loading = barrier()
    fleet.source.inject(holdReply(loading))
    const reading = here.loader.load('a')
    await loading.arrived()
    keepBusy(300)
    loading.open()

    expect(await reading).toEqual({ n: 1 })
    await until(async () => (await fleet.admin.exists(leaseKey('a'))) === 0)
    expect(await fleet.join().loader.load('a')).toEqual({ n: 1 })
    expect(here.events('store-error')).toEqual([])
    expect(fleet.source.calls.length).toBe(1)
  })
})

function keepBusy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
