import { describe, expect, test } from '@jest/globals'
import { createReport, InvalidationPendingError, memoryStore } from '@larder/core'
import { barrier, fail, hold, times } from '@larder/core/testing'
import { withoutBus, withoutLeases } from './support/parts.ts'
import { productLoader } from './support/product-loader.ts'
import { shelves } from './support/shelves.ts'

describe('an entry whose freshness is ended', () => {
  test('law 2: is served stale at once, while it is loaded again, once', async () => {
    const { loader, change, asked, clock, commandsOf, record } = productLoader()
    const told = record('expired')
    await loader.loadMany(['a', 'b'])
    change()
    expect(await commandsOf(() => loader.expire('a'))).toEqual({ expire: 1 })
    expect(told).toEqual([{ loader: 'product', ids: ['a'] }])
    const report = createReport()
    expect(await loader.loadMany(['a', 'b'], { report })).toEqual(['old a', 'old b'])
    expect(report).toMatchObject({ stale: 1, hits: 1 })
    await clock.advance(0)
    expect(await loader.load('a')).toBe('new a')
    expect(asked()).toEqual([['a', 'b'], ['a']])
  })

  test('law 2: is loaded again once in the fleet', async () => {
    const { clock, source, join } = shelves()
    const [here, there] = [join(), join()]
    await here.loader.load('top')
    await there.loader.expire('top')
    await Promise.all([here.loader.load('top'), there.loader.load('top'), here.loader.load('top')])
    await clock.advance(0)
    expect(source.countOf('top')).toBe(2)
  })

  test('law 10: is served for its grace from then on, and no longer', async () => {
    const { loader, clock, source } = productLoader({ ttl: '10s', grace: '20s' })
    await loader.load('a')
    await clock.advance(3_000)
    await loader.expire('a')
    source.inject(fail())
    await clock.advance(19_999)
    expect(await loader.load('a')).toBe('old a')
    await clock.advance(1)
    await expect(loader.load('a')).rejects.toThrow()
  })

  test('law 10: does not live longer for it', async () => {
    const { loader, clock } = productLoader({ ttl: '10s', grace: '20s' })
    await loader.load('a')
    await clock.advance(29_000)
    await loader.expire('a')
    expect(await loader.cached('a')).toBe('old a')
    await clock.advance(1_000)
    expect(await loader.cached('a')).toBeUndefined()
  })

  test('is as good as invalidated without grace, and where there is no such ID', async () => {
    const { loader, clock } = productLoader({ grace: 0 })
    await loader.loadMany(['a', 'none'])
    await clock.advance(5)
    expect(await loader.expireMany(['a', 'none', 'c', 'a'])).toEqual([true, true, false, true])
    expect(await loader.cachedMany(['a', 'none'])).toEqual([undefined, undefined])
  })

  test('is not overwritten by a load that ran meanwhile', async () => {
    const { loader, change, source, clock } = productLoader()
    await loader.load('a')
    await clock.advance(12_000)
    const answer = barrier()
    source.inject(times(1, hold(answer)))
    await loader.load('a')
    await answer.arrived()
    await loader.expire('a')
    answer.open()
    await clock.advance(0)
    change()
    expect(await loader.load('a')).toBe('old a')
    await clock.advance(0)
    expect(await loader.load('a')).toBe('new a')
  })

  test('is read anew by those who had it near, when the news arrives', async () => {
    const { clock, join } = shelves()
    const [here, there] = [join({}, { near: { ttl: 2_000 } }), join()]
    for (let i = 0; i < 2; i++) await here.loader.load('top')
    await there.loader.expire('top')
    const report = createReport()
    await here.loader.load('top', { report })
    expect(report).toMatchObject({ stale: 1, near: 0 })
    await clock.advance(0)
  })

  test.each([
    ['every message lost', withoutBus],
    ['without leases', withoutLeases],
  ])('is stale in a store with %s', async (_, part) => {
    const { clock, source, join } = shelves()
    const { loader } = join({}, { store: part })
    await loader.load('top')
    source.rows.set('top', ['new'])
    await loader.expire('top')
    expect(await loader.load('top')).toEqual(['bread', 'milk'])
    await clock.advance(0)
    expect(await loader.load('top')).toEqual(['new'])
  })

  test('is kept as an invalidation where the store does not confirm it', async () => {
    const { clock, shared, join } = shelves(() => memoryStore())
    const { loader, store } = join()
    await loader.load('top')
    store.inject(fail(), 'expire')
    await expect(loader.expire('top')).rejects.toThrow(InvalidationPendingError)
    await clock.advance(200)
    expect(store.calls('invalidate')).toHaveLength(1)
    expect(await shared.readMany(['shop:{shelf//top}:v1'])).toEqual([undefined])
  })
})
