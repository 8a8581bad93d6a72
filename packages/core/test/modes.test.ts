import { describe, expect, test } from '@jest/globals'
import { createReport, type Mode, memoryStore } from '@larder/core'
import { barrier, fail, hold, holdReply, loaderSpy, manualClock } from '@larder/core/testing'
import { observedCache, outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'
import { releases } from './support/versions.ts'

describe('a loader in mode bypass', () => {
  test('loads each time, and costs the store nothing', async () => {
    const { loader, cache, source, change, commandsOf } = productLoader({}, { near: {} })
    await loader.loadMany(['a', 'b'])
    change()
    cache.setMode('bypass')
    const commands = await commandsOf(async () => {
      expect(await loader.loadMany(['a', 'b'])).toEqual(['new a', 'new b'])
      expect(await loader.load('a')).toBe('new a')
      expect(await loader.load('a', { past: 'fresh' })).toBe('new a')
      expect(await loader.cachedMany(['a', 'b'])).toEqual([undefined, undefined])
      expect(await loader.warm(['a', 'c'])).toMatchObject({ loaded: 0, skipped: 2 })
    })
    expect(commands).toEqual({})
    expect(source.calls).toHaveLength(1 + 3)
  })

  test('joins nobody’s load, and nobody joins its own', async () => {
    const { loader, cache, source, clock } = productLoader()
    const loading = barrier()
    source.inject(hold(loading))
    const before = loader.load('a')
    await clock.advance(0)
    cache.setMode('bypass')
    const reads = [loader.load('a'), loader.load('a')]
    await clock.advance(0)
    expect(source.calls).toHaveLength(3)
    loading.open()
    await Promise.all([before, ...reads])
  })

  test('law 4: cools a key down in this process, and heeds the cool-downs it knows of', async () => {
    const { loader, cache, source, clock } = productLoader({ cooldown: { base: '1s' } })
    source.inject(fail(new Error('down')))
    await outcomeOf(loader.load('a'))
    cache.setMode('bypass')
    expect(await outcomeOf(loader.load('a'))).toMatchObject({ error: { code: 'LARDER_COOLING_DOWN' } })
    await outcomeOf(loader.load('b'))
    expect(await outcomeOf(loader.load('b'))).toMatchObject({ error: { code: 'LARDER_COOLING_DOWN' } })
    expect(source.calls).toHaveLength(2)
    await clock.advance(1_100)
    source.heal()
    expect(await loader.loadMany(['a', 'b'])).toEqual(['old a', 'old b'])
  })

  test('law 4: queues for the source, patient for waitTimeout, and does not look into the store meanwhile', async () => {
    const { loader, cache, source, store, clock, change } = productLoader({
      source: { concurrency: 1 },
      timeout: '30s',
      waitTimeout: '40s',
    })
    await loader.loadMany(['a', 'b'])
    cache.setMode('bypass')
    change()
    const running = barrier()
    source.inject(hold(running))
    const first = loader.load('c')
    await running.arrived()
    source.heal()
    const [one, other] = [loader.load('a'), loader.load('b')]
    const looked = store.calls('readMany').length
    await clock.advance(20_000)
    running.open()
    await first
    expect(await Promise.all([one, other])).toEqual(['new a', 'new b'])
    expect(store.calls('readMany')).toHaveLength(looked)
  })

  test('takes no older version’s entry, not even where it queues', async () => {
    const { release } = releases()
    await release(1).loader.load('a')
    const next = release(2, [1])
    next.cache.setMode('bypass')
    expect(await next.loader.load('a')).toEqual({ v: 2 })
  })

  test('law 4: stops asking once the circuit of the source is open', async () => {
    const { loader, cache, source } = productLoader({
      source: { circuit: { minimum: 3, failures: 1, over: '10s', retryAfter: '5s' } },
    })
    cache.setMode('bypass')
    source.inject(fail(new Error('down')))
    const outcomes = []
    for (let i = 0; i < 10; i++) outcomes.push(await outcomeOf(loader.load(`${i}`)))
    expect(source.calls).toHaveLength(3)
    expect(outcomes.at(-1)).toMatchObject({ error: { code: 'LARDER_CIRCUIT_OPEN' } })
  })

  test('gives each ID of a batch its own answer, also where `key` takes two for one', async () => {
    const { cache } = observedCache({ mode: 'bypass' })
    const source = loaderSpy<string, string>([
      ['de/1', 'Kanne'],
      ['en/1', 'pot'],
    ])
    const pages = cache.loader('page', source.load, { key: (id) => id.slice(3) })
    expect(await pages.loadMany(['de/1', 'en/1', 'de/1'])).toEqual(['Kanne', 'pot', 'Kanne'])
    expect(source.calls.map(({ ids }) => ids)).toEqual([['de/1', 'en/1']])
  })

  test('says for how long a value would be fresh; a call that wants nothing kept says 0', async () => {
    const { loader, cache } = productLoader()
    cache.setMode('bypass')
    const [byMode, byCall] = [createReport(), createReport()]
    await loader.load('a', { report: byMode })
    await loader.load('a', { report: byCall, past: 'bypass' })
    expect(byMode).toMatchObject({ keys: 1, loaded: 1, freshFor: 10_000 })
    expect(byCall).toMatchObject({ keys: 1, loaded: 1, freshFor: 0 })
  })
})

describe('across a switch', () => {
  /** Two processes that share a store and a source. */
  function two() {
    const clock = manualClock()
    const store = memoryStore({ clock })
    const [one, other] = [productLoader({}, { clock, store }), productLoader({}, { clock, store })]
    const change = () => {
      one.change()
      other.change()
    }
    return { one, other, change, clock }
  }

  test('law 3: what is invalidated in mode bypass is obeyed by who is on, and here once it is on again', async () => {
    const { one, other, change } = two()
    await one.loader.load('a')
    one.cache.setMode('bypass')
    change()
    expect(await one.loader.invalidate('a')).toBe(true)
    expect(await other.loader.load('a')).toBe('new a')
    one.cache.setMode('on')
    expect(await one.loader.load('a')).toBe('new a')
    expect(one.source.calls).toHaveLength(1)
  })

  test('law 3: a near entry is gone, too, that another process has invalidated meanwhile', async () => {
    const clock = manualClock()
    const store = memoryStore({ clock })
    const options = { clock, store, near: { ttl: '1h' } } as const
    const [one, other] = [productLoader({}, options), productLoader({}, options)]
    await one.loader.load('a')
    await one.loader.load('a')
    one.cache.setMode('bypass')
    for (const each of [one, other]) each.change()
    await other.loader.invalidate('a')
    one.cache.setMode('on')
    expect(await one.loader.load('a')).toBe('new a')
  })

  test('law 3: what is primed in mode bypass is invalidated, and not stored', async () => {
    const { one, other, change } = two()
    await one.loader.load('a')
    one.cache.setMode('bypass')
    change()
    await one.loader.prime('a', 'primed')
    await one.loader.primeMany([{ id: 'b', value: 'primed' }])
    expect(await other.loader.cachedMany(['a', 'b'])).toEqual([undefined, undefined])
  })

  test('law 3: a tag that is invalidated in mode bypass is obeyed by who is on, and here once it is on again', async () => {
    const clock = manualClock()
    const store = memoryStore({ clock })
    const policy = { tags: () => ['all'] }
    const [one, other] = [productLoader(policy, { clock, store }), productLoader(policy, { clock, store })]
    await one.loader.load('a')
    await clock.advance(10)
    one.cache.setMode('bypass')
    for (const each of [one, other]) each.change()
    await one.cache.invalidateTags(['all'])
    expect(await other.loader.load('a')).toBe('new a')
    one.cache.setMode('on')
    expect(await one.loader.load('a')).toBe('new a')
  })

  test('a load that is in the air goes on, and fills', async () => {
    const { one, other, clock } = two()
    const replying = barrier()
    one.source.inject(holdReply(replying))
    const read = one.loader.load('a')
    await replying.arrived()
    one.cache.setMode('bypass')
    replying.open()
    expect(await read).toBe('old a')
    await clock.advance(0)
    expect(await other.loader.cached('a')).toBe('old a')
  })

  test.each<Mode>(['bypass', 'shadow'])(
    'law 3: a load in the air at a switch to %s fills nothing that is invalidated there',
    async (mode) => {
      const { one, change, clock } = two()
      const refused: unknown[] = []
      one.cache.on('fill-refused', (event) => refused.push(event))
      const replying = barrier()
      one.source.inject(holdReply(replying))
      const read = one.loader.load('a')
      await replying.arrived()
      one.source.heal()
      one.cache.setMode(mode)
      change()
      await one.loader.invalidate('a')
      replying.open()
      await read
      await clock.advance(0)
      one.cache.setMode('on')
      expect(await one.loader.load('a')).toBe('new a')
      expect(refused).toHaveLength(1)
    },
  )

  test('law 3: an invalidation that is undelivered at the switch back bars its key', async () => {
    const { loader, cache, store, change, clock } = productLoader()
    await loader.load('a')
    cache.setMode('bypass')
    change()
    store.inject(fail(), 'invalidate')
    expect(await outcomeOf(loader.invalidate('a'))).toMatchObject({
      error: { code: 'LARDER_INVALIDATION_PENDING' },
    })
    cache.setMode('on')
    expect(await loader.load('a')).toBe('new a')
    store.heal()
    await clock.advance(10_000)
    expect(await loader.load('a')).toBe('new a')
  })
})

describe('modes are switched', () => {
  const two = (options: Parameters<typeof observedCache>[0] = {}) => {
    const observed = observedCache(options)
    const [a, b] = [loaderSpy<string, string>(), loaderSpy<string, string>()]
    observed.cache.loader('a', a.load)
    observed.cache.loader('b', b.load, { mode: 'shadow' })
    return observed
  }

  test('for one loader, or for all, those included that have one of their own', () => {
    const { cache, record } = two({ mode: 'bypass' })
    const modes = () => [cache.mode(), cache.mode('a'), cache.mode('b')]
    const events = record('mode')
    expect(modes()).toEqual(['bypass', 'bypass', 'shadow'])
    cache.setMode('on', 'a')
    expect(modes()).toEqual(['bypass', 'on', 'shadow'])
    cache.setMode('shadow')
    expect(modes()).toEqual(['shadow', 'shadow', 'shadow'])
    cache.loader('c', async () => [])
    expect(cache.mode('c')).toBe('shadow')
    expect(events).toEqual([{ mode: 'on', loader: 'a' }, { mode: 'shadow' }])
  })

  test('to nothing but a mode, of nothing but a loader', () => {
    const { cache } = two()
    const refused = (message: string) =>
      expect.objectContaining({ code: 'LARDER_OPTION', message: expect.stringContaining(message) })
    expect(() => cache.setMode('off' as never)).toThrow(refused("setMode: mode: expected 'on', 'bypass' or"))
    expect(() => cache.setMode('on', 'c')).toThrow(
      refused('expected one that is defined: a, b, received "c"'),
    )
    expect(() => cache.mode('c')).toThrow(refused('mode: loader: expected one that is defined'))
    expect(() => cache.loader('c', async () => [], { mode: 'no' as never })).toThrow(refused('"c": mode'))
    expect(() => two({ mode: 'no' as never })).toThrow(refused('createCache: mode'))
    expect(() => two({ shadow: { sample: 0 } })).toThrow(refused('createCache: shadow.sample'))
    expect(() => two({ shadow: { keysPerSecond: 0.5 } })).toThrow(refused('shadow.keysPerSecond'))
    expect(() => two({ shadow: { confirmAfter: 0 } })).toThrow(refused('shadow.confirmAfter'))
  })
})

test.each<[string, unknown, unknown, number]>([
  ['the same text', 'a', 'a', 1],
  ['a number and its text', 1, '1', 2],
  ['equal records', { id: 1, of: ['x'] }, { of: ['x'], id: 1 }, 1],
  ['records that differ', { id: 1 }, { id: 2 }, 2],
  ['instances of a class, as `key` says', new URL('http://a'), new URL('http://b'), 1],
])('past the cache `load` is given each ID once: %s', async (_, one, other, asked) => {
  const { cache } = observedCache({ mode: 'bypass' })
  const source = loaderSpy<unknown, string>()
  source.answer((ids) => ids.map(() => 'there'))
  const loader = cache.loader<unknown, string>('any', source.load, { key: () => 'one key' })
  expect(await loader.loadMany([one, other])).toEqual(['there', 'there'])
  expect(source.calls.map(({ ids }) => ids.length)).toEqual([asked])
})

test('a loader that is released and defined again stays in the mode that it was switched to', () => {
  const { cache } = observedCache()
  const define = () => cache.loader('row', async (ids: readonly string[]) => ids, { mode: 'shadow' })
  define()
  cache.setMode('bypass', 'row')
  cache.releaseLoader('row')
  define()
  expect(cache.mode('row')).toBe('bypass')
})
