import { describe, expect, test } from '@jest/globals'
import { createCache, type LoaderPolicy, memoryStore } from '@larder/core'
import { faultyStore, loaderSpy, manualClock } from '@larder/core/testing'
import fc from 'fast-check'
import { drawLifetime } from '../src/entry/entry.ts'
import { productLoader } from './support/product-loader.ts'

const MINUTE = 60_000

describe('jitter', () => {
  test('law 10: a lifetime is drawn from [ttl·(1−jitter), ttl], in whole milliseconds', () => {
    const ttl = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 3_155_760_000_000 }))
    const jitter = fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1000)
    const random = fc.oneof(jitter, fc.constantFrom(0, 1 - Number.EPSILON / 2))
    fc.assert(
      fc.property(ttl, jitter, random, (ttl, jitter, random) => {
        const life = drawLifetime(ttl, jitter, random)

        expect(Number.isInteger(life)).toBe(true)
        expect(life).toBeGreaterThanOrEqual(Math.max(1, ttl * (1 - jitter)))
        expect(life).toBeLessThanOrEqual(ttl)
      }),
    )
  })

  test.each([
    [0, 10_000],
    [0.5, 9_000],
    [1 - 2 ** -53, 8_000],
  ])('law 10: by a draw of %d an entry is fresh for %d ms', async (draw, fresh) => {
    const { loader, clock, source } = productLoader({ jitter: 0.2, grace: 0, early: { beta: 0 } })
    clock.draw = () => draw
    await loader.load('a')
    await clock.advance(fresh - 1)
    await loader.load('a')
    expect(source.calls.length).toBe(1)
    await clock.advance(1)
    await loader.load('a')

    expect(source.calls.length).toBe(2)
  })

  test('law 10: entries of one batch draw for themselves: they do not all end together', async () => {
    const { loader, clock, source } = productLoader({ jitter: 0.5, grace: 0, early: { beta: 0 } })
    const draws = [0.2, 0.8, 0.4]
    clock.draw = () => draws.shift() ?? 0
    await loader.loadMany(['a', 'b', 'c'])
    await clock.advance(7000)
    await loader.loadMany(['a', 'b', 'c'])

    expect(source.calls[1]?.ids).toEqual(['b'])
  })

  test('law 10: missing entries are jittered, too, and primed ones', async () => {
    const { loader, clock, source } = productLoader({ jitter: 0.5, missingTtl: 1000, ttl: 1000, grace: 0 })
    clock.draw = () => 0.9999
    await loader.load('x')
    await loader.prime('b', 'primed')
    await clock.advance(501)

    expect(await loader.loadMany(['x', 'b'])).toEqual([null, 'old b'])
    expect(source.calls.map(({ ids }) => ids)).toEqual([['x'], ['x', 'b']])
  })
})

describe('age', () => {
  /** Processes whose clocks are off, over one store whose clock is another. */
  function fleet(...offsets: readonly number[]) {
    const storeClock = manualClock()
    const store = faultyStore(memoryStore({ clock: storeClock }))
    const processes = offsets.map((offset) => {
      const clock = manualClock({ now: storeClock.now() + offset })
      clock.draw = () => 0
      const source = loaderSpy<string, string>([['a', `loaded at ${offset}`]])
      const cache = createCache({ namespace: 'shop', store, clock })
      const loader = cache.loader('product', source.load, { ttl: '1m', grace: '1m', missingTtl: '1m' })
      return { clock, source, loader }
    })
    const advance = async (ms: number) => {
      for (const clock of [storeClock, ...processes.map(({ clock }) => clock)]) await clock.advance(ms)
    }
    return { advance, processes, store }
  }

  test.each([
    [0, 10 * MINUTE],
    [10 * MINUTE, 0],
    [-7 * MINUTE, 5 * MINUTE],
  ])(
    'law 10: is measured on the store’s clock by processes whose own are off by %d and %d ms',
    async (...offsets) => {
      const { advance, processes } = fleet(...offsets)
      const [writer, reader] = processes as [(typeof processes)[0], (typeof processes)[0]]
      await writer.loader.loadMany(['a', 'x'])
      await advance(MINUTE - 1)
      expect(await reader.loader.loadMany(['a', 'x'])).toEqual([`loaded at ${offsets[0]}`, null])
      await advance(0)
      expect(reader.source.calls.length).toBe(0)

      await advance(1)
      expect(await reader.loader.load('a')).toBe(`loaded at ${offsets[0]}`)
      await advance(0)
      expect(reader.source.calls.length).toBe(1)
      expect(await reader.loader.load('a')).toBe(`loaded at ${offsets[1]}`)
    },
  )
})

describe('ttl', () => {
  const load = async (policy: Omit<LoaderPolicy<string, string>, 'scope' | 'unscoped'>) => {
    const made = productLoader({ grace: 0, ...policy })
    await made.loader.loadMany(['a', 'b', 'x'])
    const countAfter = async (ms: number) => {
      const before = made.source.calls.length
      await made.clock.advance(ms)
      await made.loader.loadMany(['a', 'b', 'x'])
      return made.source.calls.slice(before).flatMap(({ ids }) => ids)
    }
    return { ...made, countAfter }
  }

  test('law 10: 0 stores nothing, and leaves no lease behind', async () => {
    const { countAfter, store, commandsOf, loader } = await load({ ttl: 0, missingTtl: 0 })

    expect(await countAfter(0)).toEqual(['a', 'b', 'x'])
    expect(await commandsOf(() => loader.load('a'))).toEqual({ readMany: 1, acquire: 1, release: 1 })
    expect(store.calls('fill')).toEqual([])
  })

  test('law 10: a ttl of 0 with a grace stores nothing either', async () => {
    const { countAfter, store } = await load({ ttl: 0, grace: '1h' })

    expect(await countAfter(0)).toEqual(['a', 'b'])
    expect(store.calls('fill').flat()).toEqual(['shop:{product//x}:lease'])
  })

  test('law 10: a missingTtl of 0 remembers no missing ID', async () => {
    expect(await (await load({ missingTtl: 0 })).countAfter(0)).toEqual(['x'])
  })

  test('law 10: a function is given the value, and says how long that one lives', async () => {
    const seen: string[] = []
    const { countAfter } = await load({
      missingTtl: '1h',
      ttl: (value) => {
        seen.push(value)
        return value === 'old a' ? '5s' : 7000
      },
    })

    expect(seen).toEqual(['old a', 'old b'])
    expect(await countAfter(4999)).toEqual([])
    expect(await countAfter(1)).toEqual(['a'])
    expect(await countAfter(2000)).toEqual(['b'])
  })

  test('law 10: a function may refuse to keep a value, by 0', async () => {
    const { countAfter } = await load({ ttl: (value) => (value === 'old a' ? 0 : '1m') })
    expect(await countAfter(0)).toEqual(['a'])
  })

  test('a primed value lives as long as one that was loaded; one whose ttl is 0 is invalidated', async () => {
    const { loader, clock, source } = await load({ ttl: (value) => (value === 'short' ? 0 : 1000) })
    await loader.prime('a', 'primed')
    await clock.advance(999)
    expect(await loader.load('a')).toBe('primed')
    await loader.prime('a', 'short')

    expect(await loader.load('a')).toBe('old a')
    expect(source.calls.length).toBe(2)
  })

  test('the store drops an entry when its ttl and its grace are over', async () => {
    const { store, clock } = await load({ ttl: 1000, grace: 500, missingTtl: 200 })
    const keys = ['a', 'x'].map((id) => `shop:{product//${id}}:v1`)
    const there = async () => (await store.readMany(keys)).map((text) => text !== undefined)

    await clock.advance(199)
    expect(await there()).toEqual([true, true])
    await clock.advance(2)
    expect(await there()).toEqual([true, false])
    await clock.advance(1300)
    expect(await there()).toEqual([false, false])
  })
})
