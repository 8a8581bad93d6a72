import { describe, expect, test } from '@jest/globals'
import { barrier, fail, hang, hold, holdReply } from '@larder/core/testing'
import { productLoader } from './support/product-loader.ts'

describe('a store that hangs', () => {
  const OPERATIONS = ['readMany', 'acquire'] as const
  test.each(OPERATIONS)(
    'law 4: a hanging %s costs a read storeTimeout, and it goes on without',
    async (operation) => {
      const { loader, clock, store, source, commandsOf } = productLoader({}, { storeTimeout: 300 })
      store.inject(hang(), operation)
      const commands = await commandsOf(async () => {
        const read = loader.loadMany(['a', 'b'])
        await clock.advance(299)
        expect(source.calls.length).toBe(0)
        await clock.advance(1)
        expect(await read).toEqual(['old a', 'old b'])
      })

      expect(commands).toEqual(operation === 'readMany' ? { readMany: 1 } : { readMany: 1, acquire: 1 })
      expect(source.calls.length).toBe(1)
    },
  )

  test('law 4: a hanging fill costs its reader nothing', async () => {
    const { loader, clock, store } = productLoader()
    store.inject(hang(), 'fill')

    expect(await loader.load('a')).toBe('old a')
    await clock.advance(250)
    expect(clock.timers).toBe(0)
  })

  test.each([
    ['fails', fail(), 0],
    ['hangs', hang(), 250],
  ] as const)(
    'law 4: a fill that %s leaves no lease for the next reader to wait for',
    async (_, fault, ms) => {
      const { loader, clock, store, source } = productLoader()
      store.inject(fault, 'fill')
      await loader.load('a')
      await clock.advance(ms)
      store.heal()

      // No time passes: nothing is waited for.
      expect(await loader.load('a')).toBe('old a')
      await clock.advance(0)
      expect(await loader.load('a')).toBe('old a')
      expect(source.countOf('a')).toBe(2)
    },
  )

  test('law 4: a grant that arrives when its read has given up is given back; no other answer is', async () => {
    // With an older version, which only leases show, they are asked for also while the key cools down.
    const versions = { version: 2, upgrade: { 1: (old: string) => old } }
    const cooldown = { base: 60_000, cap: 60_000 }
    const { loader, clock, store, source } = productLoader({ cooldown, ...versions })
    source.rows.set('b', new Error('no such row'))
    await loader.loadMany(['b'])
    const delivery = barrier()
    store.inject(holdReply(delivery), 'acquire')
    const granted = loader.loadMany(['a', 'b'])
    await delivery.arrived()
    await clock.advance(250)
    expect(await granted).toEqual(['old a', expect.any(Error)])
    const cooling = loader.loadMany(['b'])
    await delivery.arrived(2)
    await clock.advance(250)
    await cooling
    delivery.open()
    await clock.advance(0)

    expect(store.calls('release')).toEqual([['shop:{product//a}:lease']])
    store.heal()
    expect(await loader.load('a')).toBe('old a')
  })

  test('law 4: while it is out, reads in flight share loads', async () => {
    const { loader, clock, store, source } = productLoader()
    store.injectEverywhere(fail())
    const slow = barrier()
    source.inject(hold(slow))
    const reads = [loader.loadMany(['a', 'b'])]
    await slow.arrived()
    reads.push(loader.loadMany(['b', 'c']))
    await slow.arrived(2)
    slow.open()

    expect(await Promise.all(reads)).toEqual([
      ['old a', 'old b'],
      ['old b', 'old c'],
    ])
    expect(source.calls.map(({ ids }) => ids)).toEqual([['a', 'b'], ['c']])
    expect(clock.timers).toBe(0)
  })
})
