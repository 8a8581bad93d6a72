import { describe, expect, test } from '@jest/globals'
import { createCache, createReport, type Events, memoryStore } from '@larder/core'
import { barrier, faultyStore, hold, loaderSpy, manualClock } from '@larder/core/testing'
import { observedCache } from './support/observed-cache.ts'
import { shelves } from './support/shelves.ts'

describe('what bears a tag', () => {
  test('is loaded again once the tag was invalidated; what does not bear it is not', async () => {
    const { source, join } = shelves()
    const { loader, invalidateTags } = join()
    await loader.loadMany(['top', 'low', 'bare'])
    source.rows.set('top', ['milk'])
    await invalidateTags('bread')
    expect(await loader.loadMany(['top', 'low', 'bare'])).toEqual([['milk'], ['milk'], []])
    expect(source.calls.map(({ ids }) => ids)).toEqual([['top', 'low', 'bare'], ['top']])
    await loader.loadMany(['top', 'low', 'bare'])
    expect(source.calls).toHaveLength(2)
  })

  test('may be an empty list, which bears what it is named by', async () => {
    const { source, join } = shelves()
    const { loader, invalidateTags } = join()
    await loader.load('bare')
    source.rows.set('bare', ['milk'])
    await invalidateTags('shelf:bare')
    expect(await loader.load('bare')).toEqual(['milk'])
  })

  test('is found by any of its tags, whatever characters they hold', async () => {
    const names = ['a}:v1', '{', ' ', 'é', '\n', ',{"', '\ud800', '%7b', 'x'.repeat(300)]
    const { source, join } = shelves()
    const { loader, invalidateTags } = join()
    source.rows.set('top', names)
    for (const [i, name] of names.entries()) {
      await loader.load('top')
      expect(source.countOf('top')).toBe(i + 1)
      await invalidateTags(name)
    }
    await loader.load('top')
    await invalidateTags('%7B', 'y'.repeat(300), '\ud801', 'A}:v1')
    await loader.load('top')
    expect(source.countOf('top')).toBe(names.length + 1)
  })

  test('is invalidated with all loaders of the namespace that bear it, and with no other namespace’s', async () => {
    const clock = manualClock()
    const store = memoryStore({ clock })
    const loadersOf = (namespace: string) => {
      const cache = createCache({ namespace, store, clock })
      const source = loaderSpy<string, string>([['1', 'it']])
      const options = { ttl: 60_000, early: { beta: 0 }, tags: () => ['shared'] }
      return { cache, source, loaders: ['a', 'b'].map((name) => cache.loader(name, source.load, options)) }
    }
    const [shop, other] = [loadersOf('shop'), loadersOf('other')]
    const readAll = () => Promise.all([...shop.loaders, ...other.loaders].map((loader) => loader.load('1')))
    await readAll()
    await shop.cache.invalidateTags(['shared'])
    await clock.advance(1)
    await readAll()
    expect([shop.source.calls.length, other.source.calls.length]).toEqual([4, 2])
  })

  test('is dead for `cached`, `entries` and `warm`, too', async () => {
    const { source, join } = shelves()
    const { loader, invalidateTags } = join()
    await loader.loadMany(['top', 'low'])
    await invalidateTags('bread')
    expect(await loader.cachedMany(['top', 'low'])).toEqual([undefined, ['milk']])
    const entries: unknown[] = []
    for await (const entry of loader.entries()) entries.push(entry)
    expect(entries).toEqual([['low', ['milk']]])
    expect(await loader.warm(['top', 'low'])).toMatchObject({ loaded: 1, present: 1 })
    expect(source.countOf('top')).toBe(2)
  })

  test('is not served stale, nor taken along when others are refreshed', async () => {
    const { clock, source, join } = shelves()
    const { loader, invalidateTags } = join({ jitter: 0.5 })
    await loader.loadMany(['top', 'low'])
    await clock.advance(12_000)
    await invalidateTags('bread')
    source.rows.set('top', ['new'])
    expect(await loader.loadMany(['top', 'low'])).toEqual([['new'], ['milk']])
    await clock.advance(0)
    expect(source.calls.map(({ ids }) => ids).sort()).toEqual([['low'], ['top'], ['top', 'low']])
  })

  test('is what was primed, too; what is primed later lives', async () => {
    const { clock, source, join } = shelves()
    const { loader, invalidateTags } = join()
    await loader.prime('top', ['primed'])
    await loader.load('top')
    expect(source.calls).toHaveLength(0)
    await clock.advance(1)
    await invalidateTags('primed')
    await loader.prime('top', ['primed'])
    await loader.load('top')
    expect(source.calls).toHaveLength(0)
    await invalidateTags('primed')
    await loader.load('top')
    expect(source.calls).toHaveLength(1)
  })

  test('is not kept for `holdAfterInvalidate` after its tag was invalidated', async () => {
    const { clock, source, join } = shelves()
    const { loader, invalidateTags } = join({ holdAfterInvalidate: '1s' })
    await invalidateTags('bread')
    await loader.load('top')
    await clock.advance(500)
    await loader.load('top')
    expect(source.countOf('top')).toBe(2)
    await clock.advance(500)
    await loader.load('top')
    await loader.load('top')
    expect(source.countOf('top')).toBe(3)
  })
})

describe('all that a loader has', () => {
  test('is invalidated by one write, missing ones too', async () => {
    const { source, join, clock } = shelves()
    const { loader, store } = join()
    await loader.loadMany(['top', 'low', 'none'])
    await loader.invalidateAll()
    await clock.advance(1)
    source.rows.set('none', ['found'])
    expect(await loader.loadMany(['top', 'low', 'none'])).toEqual([['bread', 'milk'], ['milk'], ['found']])
    expect(store.calls('mark')).toEqual([['shop:all:{shelf}']])
  })

  test('is invalidated in one scope, or in all', async () => {
    const { cache, clock } = observedCache()
    const source = loaderSpy<string, string, { readonly signal: AbortSignal; readonly scope: string }>([
      ['1', 'it'],
    ])
    const scoped = cache.loader('cart', source.load, { scope: (user: string) => user, tags: () => [] })
    const readAll = async () => {
      await clock.advance(1)
      await Promise.all(['ann', 'bob'].map((user) => scoped.for(user).load('1')))
    }
    await readAll()
    await scoped.for('ann').invalidateAll()
    await readAll()
    expect(source.calls.map(({ context }) => context.scope)).toEqual(['ann', 'bob', 'ann'])
    await scoped.invalidateAll()
    await readAll()
    expect(source.calls).toHaveLength(5)
  })

  test('cannot be invalidated without the option tags, which the error says', async () => {
    const { cache } = observedCache()
    const plain = cache.loader('plain', async (ids: readonly string[]) => ids)
    await expect(plain.invalidateAll()).rejects.toMatchObject({
      code: 'LARDER_OPTION',
      message: expect.stringMatching(
        /Loader "plain": invalidateAll: expected the option tags.*tags: \(\) => \[\]/,
      ),
    })
  })
})

describe('what it costs', () => {
  test('nothing for loaders without tags', async () => {
    const { cache, commandsOf } = observedCache()
    const plain = cache.loader('plain', async (ids: readonly string[]) => ids)
    const ids = Array.from({ length: 100 }, (_, i) => String(i))
    expect(await commandsOf(() => plain.loadMany(ids))).toEqual({ readMany: 1, acquire: 1, fill: 1 })
    expect(await commandsOf(() => plain.loadMany(ids))).toEqual({ readMany: 1 })
    expect(await commandsOf(() => Promise.all([plain.loadMany(ids), plain.load('1')]))).toEqual({
      readMany: 1,
    })
  })

  test('a second command for all that is read in one turn, with each marker once', async () => {
    const { cache, commandsOf, store } = observedCache()
    const options = { tags: (_: string, id: string) => ['all', `half ${Number(id) % 2}`, `id ${id}`] }
    const tagged = cache.loader('tagged', async (ids: readonly string[]) => ids, options)
    const ids = Array.from({ length: 100 }, (_, i) => String(i))
    expect(await commandsOf(() => tagged.loadMany(ids))).toEqual({ readMany: 1, acquire: 1, fill: 1 })
    const reads = ids.map((id) => () => tagged.load(id))
    expect(await commandsOf(() => Promise.all(reads.map((read) => read())))).toEqual({ readMany: 2 })
    const [entries, markers] = store.calls('readMany').slice(-2)
    expect(entries).toHaveLength(100)
    // Those of the loader, of all, of both halves, of each.
    expect(markers).toHaveLength(104)
    expect(new Set(markers).size).toBe(104)
  })

  test('those who read nothing with tags do not wait for it', async () => {
    const { cache, store, clock } = observedCache()
    const load = async (ids: readonly string[]) => ids
    const [plain, tagged] = [cache.loader('plain', load), cache.loader('tagged', load, { tags: () => ['a'] })]
    await Promise.all([plain.load('1'), tagged.load('1')])
    const markers = barrier()
    let calls = 0
    store.inject((execute) => (calls++ === 0 ? execute() : hold(markers)(execute)), 'readMany')
    const reading = tagged.load('1')
    expect(await plain.load('1')).toBe('1')
    await markers.arrived()
    markers.open()
    expect(await reading).toBe('1')
    expect(calls).toBe(2)
    await clock.advance(0)
  })

  test('an invalidation is one write for each tag, in one command', async () => {
    const { cache, commandsOf, store } = observedCache()
    expect(await commandsOf(() => cache.invalidateTags(['a', 'b', 'a']))).toEqual({ mark: 1 })
    expect(store.calls('mark')).toEqual([['shop:tag:{a}', 'shop:tag:{b}']])
    expect(await commandsOf(() => cache.invalidateTags([]))).toEqual({})
  })

  test('who joins a load reads the markers of what it bears; who began it does not', async () => {
    const { join, source, clock } = shelves()
    const { loader, store } = join()
    const rows = barrier()
    source.inject(hold(rows))
    const first = loader.load('top')
    await rows.arrived()
    const report = createReport()
    const second = loader.load('top', { report })
    rows.open()
    await first
    const before = store.calls('readMany').length
    await second
    await clock.advance(0)
    expect(store.calls('readMany').slice(before)).toEqual([
      ['shop:all:{shelf}', 'shop:tag:{shelf%3atop}', 'shop:tag:{bread}', 'shop:tag:{milk}'],
    ])
    expect(report).toMatchObject({ joined: 1 })
    expect(source.countOf('top')).toBe(1)
  })

  test('nothing more for what is near', async () => {
    const { join } = shelves()
    const { loader, store } = join({}, { near: { ttl: 2_000 } })
    await loader.load('top')
    await loader.load('top')
    const before = store.calls('readMany').length
    await loader.load('top')
    expect(store.calls('readMany')).toHaveLength(before)
  })
})

describe('what is told of it', () => {
  test('the tags and the loaders that were invalidated', async () => {
    const { cache, record } = observedCache()
    const told: readonly Events['tags-invalidated'][] = record('tags-invalidated')
    const loader = cache.loader('list', async (ids: readonly string[]) => ids, { tags: () => [] })
    await cache.invalidateTags(['a', 'b'])
    await loader.invalidateAll()
    expect(told).toEqual([
      { tags: ['a', 'b'], loaders: [] },
      { tags: [], loaders: ['list'] },
    ])
  })
})

describe('in a store in memory', () => {
  test('markers do not make room for entries', async () => {
    const clock = manualClock()
    const store = faultyStore(memoryStore({ clock, max: 10 }))
    const cache = createCache({ namespace: 'shop', store, clock })
    const source = loaderSpy<string, string>([['1', 'it']])
    const loader = cache.loader('row', source.load, { tags: () => ['a'] })
    const answer = barrier()
    source.inject(hold(answer))
    const reading = loader.load('1')
    await answer.arrived()
    await cache.invalidateTags(['a'])
    const others = cache.loader('other', async (ids: readonly string[]) => ids)
    await others.loadMany(Array.from({ length: 20 }, (_, i) => String(i)))
    await clock.advance(1)
    source.heal()
    answer.open()
    await reading
    await loader.load('1')
    expect(source.countOf('1')).toBe(2)
  })
})
