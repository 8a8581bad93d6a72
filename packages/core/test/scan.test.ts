import { describe, expect, test } from '@jest/globals'
import { createCache, memoryStore } from '@larder/core'
import { barrier, fail, hang, holdReply } from '@larder/core/testing'
import { NASTY } from './support/arbitrary-text.ts'
import { observedCache } from './support/observed-cache.ts'
import { withoutLeases } from './support/parts.ts'
import { productLoader } from './support/product-loader.ts'
import { scopedLoader } from './support/scoped-loader.ts'
import { releases } from './support/versions.ts'

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const it of all) found.push(it)
  return found.sort()
}

describe('the entries of a loader', () => {
  test('are given with their IDs, whatever characters these hold and however long they are', async () => {
    const { loader, source } = productLoader()
    const ids = [...new Set([...NASTY, ...NASTY.map((text) => text.repeat(250)), 'z'.repeat(10_000)])]
    await loader.primeMany(ids.map((id) => ({ id, value: `of ${id}` })))
    await loader.prime('gone', null)

    const expected = [...ids.map((id) => [id, `of ${id}`]), ['gone', null]].sort()
    expect(await collect(loader.entries())).toEqual(expected)
    expect(source.calls).toEqual([])
  })

  test('are those of its scope alone, and of no other loader', async () => {
    const { cache } = observedCache()
    const load = async (ids: readonly string[]) => ids.map((id) => id)
    const scoped = cache.loader('product', load, { scope: (user: string) => user })
    const other = cache.loader('product/', load)
    await scoped.for('ann').loadMany(['1', '2'])
    await scoped.for('bob').load('3')
    await other.load('4')

    expect(await collect(scoped.for('ann').entries())).toEqual([
      ['1', '1'],
      ['2', '2'],
    ])
    await scoped.for('ann').clear()
    expect(await collect(scoped.for('ann').entries())).toEqual([])
    expect(await collect(scoped.for('bob').entries())).toEqual([['3', '3']])
    expect(await collect(other.entries())).toEqual([['4', '4']])
  })

  test('law 9: come once each, as the current version, in whatever versions they lie there', async () => {
    const { release } = releases()
    const [one, two] = [release(1), release(2, [1])]
    await one.loader.primeMany(['a', 'b', 'c'].map((id) => ({ id, value: { v: 1 } })))
    await two.loader.load('a')
    await two.loader.prime('d', { v: 2 })

    expect(await collect(two.loader.entries())).toEqual([
      ['a', { v: 1, to: 2 }],
      ['b', { v: 1, to: 2 }],
      ['c', { v: 1, to: 2 }],
      ['d', { v: 2 }],
    ])
    expect(await collect(release(2).loader.entries())).toHaveLength(4)
  })

  test('end with a StoreError where the store fails or hangs', async () => {
    const { scan, ...store } = memoryStore()
    const broken = {
      fails: async function* () {
        await fail()(async () => {})
        yield ''
      },
      hangs: async function* () {
        await hang()(async () => {})
        yield ''
      },
    }
    for (const [, scan] of Object.entries(broken)) {
      const { loader, clock } = productLoader({}, { store: { ...store, scan } })
      const walking = collect(loader.entries())
      const outcome = expect(walking).rejects.toMatchObject({ code: 'LARDER_STORE' })
      await clock.advance(250)
      await outcome
    }
  })

  test('cannot be told on a store that cannot be scanned', async () => {
    const { scan, ...store } = memoryStore()
    const { loader } = productLoader({}, { store })
    const refusal = { code: 'LARDER_OPTION', message: expect.stringContaining('a store that can be scanned') }
    await expect(collect(loader.entries())).rejects.toMatchObject(refusal)
    await expect(loader.clear()).rejects.toMatchObject(refusal)
  })
})

describe('clearing a loader', () => {
  test('law 3: leaves nothing that was there, in any version, in a command for each 1,000', async () => {
    const { release, store } = releases()
    const { loader } = release(1)
    await loader.primeMany(Array.from({ length: 1_500 }, (_, i) => ({ id: `${i}`, value: { v: 1 } })))
    await loader.prime('y'.repeat(1_000), { v: 1 })
    const two = release(2, [1])
    await two.loader.load('7')
    await two.loader.clear()

    expect(store.calls('invalidate')).toHaveLength(2)
    expect(await collect(two.loader.entries())).toEqual([])
    expect(await loader.cachedMany(['7', '8', 'y'.repeat(1_000)])).toEqual([undefined, undefined, undefined])
  })

  test.each([
    ['with leases', memoryStore],
    ['without leases', (options: Parameters<typeof memoryStore>[0]) => withoutLeases(memoryStore(options))],
  ])('law 3: a load that is running does not fill afterwards, on a store %s', async (_, makeStore) => {
    const { release, clock } = releases(makeStore)
    const { loader, source } = release(1)
    const loading = barrier()
    source.inject(holdReply(loading))
    const load = loader.load('a')
    await loading.arrived()
    await loader.clear()
    loading.open()
    await load
    await clock.advance(0)

    expect(await loader.cached('a')).toBe(undefined)
  })

  test('law 3: is obeyed by what is near', async () => {
    const { loader } = productLoader({}, { near: {} })
    await loader.load('a')
    await loader.load('a')
    await loader.clear()
    expect(await loader.cached('a')).toBe(undefined)
  })

  test('tells what it has invalidated, and is refused once the cache is closed', async () => {
    const { loader, record, cache } = productLoader()
    const invalidated = record('invalidated')
    await loader.load('a')
    await loader.clear()
    expect(invalidated).toEqual([{ loader: 'product', ids: ['a'], primed: false }])
    await cache.close()
    await expect(loader.clear()).rejects.toMatchObject({ code: 'LARDER_CLOSED' })
  })

  test('is no work for a scope that is not known', async () => {
    const cache = createCache({ namespace: 'shop' })
    const carts = cache.loader('cart', async () => ['x'], {
      scope: (it: string | undefined) => it,
      unscoped: 'bypass',
    })
    const loader = carts.for(undefined)
    await loader.clear()
    expect(await collect(loader.entries())).toEqual([])
    expect(await loader.cachedMany(['a'])).toEqual([undefined])
    await cache.close()
  })
})

test('law 3: a scoped loader is cleared in all scopes in one go, and its loads in the air fill nothing', async () => {
  const { cache, carts, source, clock, commandsOf } = scopedLoader()
  const others = cache.loader('cart/2', async (ids: readonly string[]) => ids.map(() => 'other'))
  for (const user of ['ann', 'bob', 'a/b{c}']) await carts.for(user).loadMany(['1', '2'])
  await others.load('1')
  const replying = barrier()
  source.inject(holdReply(replying))
  const inTheAir = carts.for('cyd').load('1')
  await replying.arrived()
  const events: string[] = []
  cache.on('invalidated', ({ ids }) => events.push(...ids))
  expect(await commandsOf(() => carts.clear())).toEqual({ invalidate: 1 })
  replying.open()
  await inTheAir
  await clock.advance(0)
  for (const user of ['ann', 'bob', 'a/b{c}', 'cyd'])
    expect(await carts.for(user).cachedMany(['1', '2'])).toEqual([undefined, undefined])
  expect(await others.cached('1')).toBe('other')
  expect(events.sort()).toEqual(['1', '1', '1', '1', '2', '2', '2'])
})
