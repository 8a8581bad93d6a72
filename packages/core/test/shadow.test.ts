import { describe, expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { fail, hang, loaderSpy, manualClock } from '@larder/core/testing'
import { observedCache, outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

const ALL = { sample: 1, keysPerSecond: 1_000, confirmAfter: '1s' } as const

/** Three rows, in mode shadow, of which every key is looked at. */
function shadowed(
  policy: Parameters<typeof productLoader>[0] = {},
  options: Parameters<typeof productLoader>[1] = {},
) {
  const it = productLoader(policy, { mode: 'shadow', shadow: ALL, ...options })
  const mismatches = it.record('mismatch')
  const loads = it.record('load')
  /** Calls of the source that no reader has waited for. */
  const added = () => loads.filter(({ background }) => background).length
  /** A read, and all that goes on behind it but the second look. */
  const read = async (ids: readonly string[]) => {
    const answers = await it.loader.loadMany(ids)
    await it.clock.advance(1)
    return answers
  }
  return { ...it, mismatches, added, read }
}

describe('readers in mode shadow', () => {
  test('are served from the source, whatever is in the cache', async () => {
    const { loader, cache, change } = shadowed({}, { mode: 'on' })
    await loader.loadMany(['a', 'b'])
    change()
    cache.setMode('shadow')
    expect(await loader.loadMany(['a', 'b'])).toEqual(['new a', 'new b'])
    expect(await loader.cached('a')).toBeUndefined()
  })

  test('do not wait for the store', async () => {
    const { loader, store } = shadowed()
    store.injectEverywhere(hang())
    // Time stands still: no deadline of the store's has helped.
    expect(await loader.load('a')).toBe('old a')
  })

  test('law 4: meet limits, circuits and cool-downs', async () => {
    const { loader, source } = shadowed({ cooldown: { base: '1s' } })
    source.inject(fail(new Error('down')))
    await outcomeOf(loader.load('a'))
    expect(await outcomeOf(loader.load('a'))).toMatchObject({ error: { code: 'LARDER_COOLING_DOWN' } })
    expect(source.calls).toHaveLength(1)
  })
})

describe('behind the readers, mode shadow', () => {
  test('law 1: fills each absent key with one load in the fleet, and those are all the loads that it adds', async () => {
    const clock = manualClock()
    const store = memoryStore({ clock })
    const processes = [shadowed({}, { clock, store }), shadowed({}, { clock, store })]
    for (let i = 0; i < 5; i++) await Promise.all(processes.map(({ read }) => read(['a', 'b', 'c'])))
    const calls = processes.map(({ source }) => source.calls.length)
    expect(calls.reduce((sum, each) => sum + each)).toBe(2 * 5 + 1)
    const [first] = processes
    first?.cache.setMode('on')
    expect(await first?.loader.cachedMany(['a', 'b', 'c'])).toEqual(['old a', 'old b', 'old c'])
  })

  test('law 2: refreshes what is stale, as mode on does', async () => {
    const { read, clock, added, cache, loader } = shadowed()
    await read(['a'])
    await clock.advance(11_000)
    await read(['a'])
    expect(added()).toBe(2)
    cache.setMode('on')
    await loader.load('a')
    expect(added()).toBe(2)
  })

  test('does not fill what is not to be stored', async () => {
    const { read, added, store } = shadowed({ ttl: 0 })
    for (let i = 0; i < 3; i++) await read(['a'])
    expect([added(), store.calls('acquire').length]).toEqual([0, 0])
  })

  test('looks at a sample of the keys, the same ones each time, and others in another process', async () => {
    const keys = Array.from({ length: 1_000 }, (_, i) => `${i}`)
    const sampleOf = async (draw: number) => {
      const options = { mode: 'shadow', shadow: { ...ALL, sample: 0.2 } } as const
      const { loader, source, store, clock } = productLoader({}, options)
      clock.draw = () => draw
      for (const key of keys) source.rows.set(key, key)
      const looked = async () => {
        const before = store.calls('readMany').length
        await loader.loadMany(keys)
        await clock.advance(1_000)
        return store.calls('readMany').slice(before).flat().sort()
      }
      const first = await looked()
      expect(await looked()).toEqual(first)
      return first
    }
    const [one, other] = [await sampleOf(0), await sampleOf(0.5)]
    for (const sample of [one, other]) expect(Math.abs(sample.length - 200)).toBeLessThan(60)
    const shared = one.filter((key) => other.includes(key))
    expect(shared.length).toBeLessThan(80)
  })

  test('law 4: looks at no more keys in a second than it may, and so adds no more loads', async () => {
    const { read, change, added, store, clock } = shadowed({}, { shadow: { ...ALL, keysPerSecond: 2 } })
    const looked = () => store.calls('readMany').flat().length
    for (let i = 0; i < 10; i++) await read(['a', 'b', 'c'])
    expect([looked(), added()]).toEqual([2, 1])
    change()
    await clock.advance(1_000)
    for (let i = 0; i < 10; i++) await read(['a', 'b', 'c'])
    expect(looked()).toBe(4)
    await clock.advance(1_000)
    // The second look of both keys: one call of the source, one command.
    expect([looked(), added()]).toEqual([6, 2])
  })
})

describe('a mismatch is told', () => {
  test('where a row has changed and nothing has invalidated it: with the path, and each entry once', async () => {
    const { cache, clock, record } = observedCache({ mode: 'shadow', shadow: ALL })
    const rows = loaderSpy<string, unknown>([['1', { name: 'pot', price: { amount: 5, tags: ['x', 'y'] } }]])
    const loader = cache.loader('product', rows.load, { ttl: '1h' })
    const mismatches = record('mismatch')
    const read = async () => {
      await loader.load('1')
      await clock.advance(1_000)
    }
    await read()
    rows.rows.set('1', { price: { tags: ['x', 'z'], amount: 5 }, name: 'pot' })
    for (let i = 0; i < 5; i++) await read()
    expect(mismatches).toEqual([
      { loader: 'product', id: '1', path: 'price.tags[1]', age: 2_000, state: 'fresh' },
    ])
    expect(JSON.stringify(mismatches)).not.toContain('pot')
  })

  test('where `key` takes two IDs for one; and both get what is theirs', async () => {
    const { cache, clock, record } = observedCache({ mode: 'shadow', shadow: ALL })
    const rows = loaderSpy<string, string>([
      ['de/1', 'Kanne'],
      ['en/1', 'pot'],
    ])
    const pages = cache.loader('page', rows.load, { key: (id) => id.slice(3) })
    const mismatches = record('mismatch')
    expect(await pages.load('de/1')).toBe('Kanne')
    await clock.advance(1)
    expect(await pages.load('en/1')).toBe('pot')
    await clock.advance(1_000)
    expect(mismatches).toEqual([{ loader: 'page', id: '1', path: 'it', age: 1_001, state: 'fresh' }])
  })

  test('where the cache says that an ID does not exist', async () => {
    const { read, source, clock, mismatches } = shadowed()
    await read(['new'])
    source.rows.set('new', 'here')
    await read(['new'])
    await clock.advance(1_000)
    expect(mismatches).toMatchObject([{ id: 'new', path: 'it', state: 'missing' }])
  })

  test('of what was served, though its reader changes it', async () => {
    const { cache, clock, record } = observedCache({ mode: 'shadow', shadow: ALL })
    const rows = loaderSpy<string, { tags: Set<string> }>([['1', { tags: new Set(['x']) }]])
    const loader = cache.loader('product', rows.load)
    const mismatches = record('mismatch')
    for (let i = 0; i < 3; i++) {
      const value = await loader.load('1')
      value?.tags.add(`mine ${i}`)
      await clock.advance(1_000)
    }
    expect(mismatches).toEqual([])
  })
})

describe('no mismatch is told', () => {
  const differing = async () => {
    const it = shadowed()
    await it.read(['a'])
    it.change()
    await it.read(['a'])
    return it
  }

  test('where the invalidation comes before the second look', async () => {
    const { loader, clock, mismatches } = await differing()
    await clock.advance(900)
    await loader.invalidate('a')
    await clock.advance(1_000)
    expect(mismatches).toEqual([])
  })

  test('where a tag of the entry is invalidated, and its key is filled again', async () => {
    const { cache, loader, read, change, clock, mismatches } = shadowed({ tags: () => ['all'] })
    await read(['a'])
    await clock.advance(10)
    change()
    await cache.invalidateTags(['all'])
    await clock.advance(10)
    await read(['a'])
    await clock.advance(1_000)
    expect(mismatches).toEqual([])
    cache.setMode('on')
    expect(await loader.cached('a')).toBe('new a')
  })

  test('where the row has changed back', async () => {
    const { source, clock, mismatches } = await differing()
    source.rows.set('a', 'old a')
    await clock.advance(1_000)
    expect(mismatches).toEqual([])
  })

  test('where the invalidation is on its way, or undelivered', async () => {
    const { loader, store, clock, mismatches } = await differing()
    store.inject(fail(), 'invalidate')
    await outcomeOf(loader.invalidate('a'))
    await clock.advance(1_000)
    expect(mismatches).toEqual([])
  })

  test('where the source never answers the same twice', async () => {
    const { cache, clock, record } = observedCache({ mode: 'shadow', shadow: ALL })
    let n = 0
    const loader = cache.loader('now', async (ids: readonly string[]) => ids.map(() => ++n))
    const mismatches = record('mismatch')
    for (let i = 0; i < 5; i++) {
      await loader.load('1')
      await clock.advance(1_000)
    }
    expect(mismatches).toEqual([])
  })

  test('where the source, or the store, fails at the second look', async () => {
    for (const broken of ['source', 'store'] as const) {
      const { source, store, clock, mismatches } = await differing()
      if (broken === 'source') source.inject(fail(new Error('down')))
      else store.injectEverywhere(fail())
      await clock.advance(1_000)
      expect(mismatches).toEqual([])
    }
  })

  test('once the cache is closed: law 11 holds for the second look', async () => {
    const { cache, clock, source, mismatches } = await differing()
    const calls = source.calls.length
    await cache.close()
    expect(clock.timers).toBe(0)
    await clock.advance(5_000)
    expect([source.calls.length, mismatches]).toEqual([calls, []])
  })
})
