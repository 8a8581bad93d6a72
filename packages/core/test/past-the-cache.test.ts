import { describe, expect, test } from '@jest/globals'
import { createReport, memoryStore } from '@larder/core'
import { barrier, fail, hold, holdReply, manualClock } from '@larder/core/testing'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'
import { slow } from './support/slow.ts'
import { releases } from './support/versions.ts'

describe('a read that bypasses the cache', () => {
  test('loads each time, and costs the store nothing', async () => {
    const { loader, source, change, commandsOf } = productLoader({}, { near: {} })
    await loader.loadMany(['a', 'b'])
    change()
    const commands = await commandsOf(async () => {
      expect(await loader.loadMany(['a', 'b'], { past: 'bypass' })).toEqual(['new a', 'new b'])
      expect(await loader.load('a', { past: 'bypass' })).toBe('new a')
    })
    expect(commands).toEqual({})
    expect(source.calls).toHaveLength(3)
    expect(await loader.load('a')).toBe('old a')
  })

  test('joins nobody’s load, and nobody joins its own', async () => {
    const { loader, source, clock } = productLoader()
    const loading = barrier()
    source.inject(hold(loading))
    const reads = [loader.load('a'), loader.load('a', { past: 'bypass' }), loader.load('a')]
    await clock.advance(0)
    expect(source.calls).toHaveLength(2)
    loading.open()
    await Promise.all(reads)
  })
})

describe('a fresh read', () => {
  test('loads what is in the cache, and stores it for everyone', async () => {
    const { loader, source, change, store, clock } = productLoader({}, { near: {} })
    await loader.loadMany(['a', 'b'])
    await loader.load('a')
    change()
    const report = createReport()
    expect(await loader.load('a', { past: 'fresh', report })).toBe('new a')
    await clock.advance(0)

    expect(await loader.loadMany(['a', 'b'])).toEqual(['new a', 'old b'])
    expect(source.calls).toHaveLength(2)
    expect(report).toMatchObject({ keys: 1, loaded: 1, loads: [expect.any(Number)], freshFor: 10_000 })
    expect(store.calls('fill')).toHaveLength(2)
  })

  test('law 1: is one load, or two, for all who want it fresh at one time, in all processes', async () => {
    const clock = manualClock()
    const store = memoryStore({ clock })
    const [one, other] = [productLoader({}, { clock, store }), productLoader({}, { clock, store })]
    await one.loader.load('a')
    await clock.advance(1_000)
    for (const each of [one, other]) {
      each.change()
      each.source.inject(slow(clock, 10))
    }
    const reads = [one, one, other].map(({ loader }) => loader.load('a', { past: 'fresh' }))
    await clock.advance(300)

    expect(await Promise.all(reads)).toEqual(['new a', 'new a', 'new a'])
    // Whether what began in the same millisecond began before, nobody can tell: for the others there is one more.
    expect(one.source.calls.length + other.source.calls.length).toBe(1 + 2)
  })

  test('is not given a load that had begun before', async () => {
    const { loader, source, clock, change } = productLoader()
    const replying = barrier()
    source.inject(holdReply(replying))
    const before = loader.load('a')
    await replying.arrived()
    source.heal()
    await clock.advance(100)
    change()
    const fresh = loader.load('a', { past: 'fresh' })
    await clock.advance(100)
    replying.open()
    await clock.advance(500)

    expect([await before, await fresh]).toEqual(['old a', 'new a'])
  })

  test('law 9: is not given an older version’s entry', async () => {
    const { release } = releases()
    await release(1).loader.load('a')
    expect(await release(2, [1]).loader.load('a', { past: 'fresh' })).toEqual({ v: 2 })
  })

  test('law 3: does not store what is invalidated meanwhile', async () => {
    const { loader, source, change, clock } = productLoader()
    const replying = barrier()
    source.inject(holdReply(replying))
    const fresh = loader.load('a', { past: 'fresh' })
    await replying.arrived()
    source.heal()
    change()
    await loader.invalidate('a')
    replying.open()
    await fresh
    await clock.advance(0)
    expect(await loader.load('a')).toBe('new a')
  })

  test('law 4: cools down with its key, and is loaded where the store is out', async () => {
    const { loader, source, store } = productLoader({ cooldown: { base: '1s' } })
    source.inject(fail(new Error('down')))
    await outcomeOf(loader.load('a'))
    expect(await outcomeOf(loader.load('a', { past: 'fresh' }))).toMatchObject({
      error: { code: 'LARDER_COOLING_DOWN' },
    })
    source.heal()
    store.injectEverywhere(fail())
    expect(await loader.load('b', { past: 'fresh' })).toBe('old b')
  })
})

test('there is no other way past the cache', async () => {
  const { loader } = productLoader()
  const refusal = { code: 'LARDER_OPTION', message: expect.stringContaining('past: expected') }
  await expect(loader.load('a', { past: 'no' as never })).rejects.toMatchObject(refusal)
})
