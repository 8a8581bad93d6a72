import { describe, expect, test } from '@jest/globals'
import { CacheClosedError, type MemoryStoreOptions, memoryStore } from '@larder/core'
import { barrier, fail, hang, holdReply } from '@larder/core/testing'
import { withoutLeases } from './support/parts.ts'
import { productLoader } from './support/product-loader.ts'
import { releases } from './support/versions.ts'

describe('what the cache holds', () => {
  test('is a value, null for a missing ID, or undefined, and costs one command and no load', async () => {
    const { loader, source, store } = productLoader()
    await loader.loadMany(['a', 'none'])
    const loads = source.calls.length

    expect(await loader.cachedMany(['a', 'none', 'b', 'a'])).toEqual(['old a', null, undefined, 'old a'])
    expect(await loader.cached('b')).toBe(undefined)
    expect(source.calls).toHaveLength(loads)
    expect(
      store
        .calls('readMany')
        .slice(1)
        .map((keys) => keys.length),
    ).toEqual([3, 1])
    expect(store.calls('acquire')).toHaveLength(1)
  })

  test('may be stale, and is not refreshed', async () => {
    const { loader, source, store, clock, change } = productLoader()
    await loader.load('a')
    change()
    await clock.advance(15_000)

    expect(await loader.cached('a')).toBe('old a')
    await clock.advance(0)
    expect(await loader.cached('a')).toBe('old a')
    expect([source.calls.length, store.calls('acquire').length]).toEqual([1, 1])
    await clock.advance(15_001)
    expect(await loader.cached('a')).toBe(undefined)
  })

  test('does not wait for a load that is under way', async () => {
    const { loader, source, clock } = productLoader()
    const loading = barrier()
    source.inject(holdReply(loading))
    const load = loader.load('a')
    await loading.arrived()

    expect(await loader.cached('a')).toBe(undefined)
    loading.open()
    await load
    await clock.advance(0)
    expect(await loader.cached('a')).toBe('old a')
  })

  test('is what is near, without a command', async () => {
    const { loader, store } = productLoader({}, { near: {} })
    await loader.load('a')
    await loader.load('a')
    const commands = store.calls('readMany').length

    expect(await loader.cached('a')).toBe('old a')
    expect(store.calls('readMany')).toHaveLength(commands)
  })

  test('is not known where the store fails, nor where it hangs, beyond storeTimeout', async () => {
    const { loader, store, source, clock, record } = productLoader()
    const errors = record('store-error')
    await loader.load('a')
    store.inject(fail(), 'readMany')
    expect(await loader.cached('a')).toBe(undefined)

    store.inject(hang(), 'readMany')
    let answer: unknown = 'none yet'
    const asking = loader.cached('a').then((it) => {
      answer = it
    })
    await clock.advance(249)
    expect(answer).toBe('none yet')
    await clock.advance(1)
    await asking
    expect(answer).toBe(undefined)
    expect([errors.length, source.calls.length]).toEqual([2, 1])
  })

  test('holds no ID that cannot be a key, in its slot alone', async () => {
    const { loader } = productLoader()
    await loader.load('a')
    const answers = await loader.cachedMany(['a', {} as string])
    expect(answers).toEqual(['old a', expect.objectContaining({ code: 'LARDER_KEY' })])
    await expect(loader.cached({} as string)).rejects.toMatchObject({ code: 'LARDER_KEY' })
  })

  test('law 11: cannot be asked for once the cache is closed', async () => {
    const { loader, cache } = productLoader()
    await cache.close()
    await expect(loader.cached('a')).rejects.toThrow(CacheClosedError)
  })

  test.each([
    ['confirmed', undefined],
    ['undelivered', fail()],
  ])('law 3: is never what was invalidated, the invalidation being %s', async (_, fault) => {
    const { loader, store } = productLoader()
    await loader.load('a')
    if (fault !== undefined) store.inject(fault, 'invalidate')
    const invalidating = loader.invalidate('a')
    await invalidating.catch(() => {})

    expect(await loader.cached('a')).toBe(undefined)
  })

  test('law 3: asked for while an invalidation is in the air, it waits for it', async () => {
    const { loader, store } = productLoader()
    await loader.load('a')
    const invalidated = barrier()
    store.inject(holdReply(invalidated), 'invalidate')
    const invalidating = loader.invalidate('a')
    await invalidated.arrived()
    const asking = loader.cached('a')
    invalidated.open()

    expect(await asking).toBe(undefined)
    expect(await invalidating).toBe(true)
  })
})

describe('what the cache holds in an older version', () => {
  const STORES = [
    ['with leases', memoryStore],
    ['without leases', (options: MemoryStoreOptions) => withoutLeases(memoryStore(options))],
  ] as const

  test.each(STORES)('law 9: is converted and written back, on a store %s', async (_, makeStore) => {
    const { release, store, stored, clock } = releases(makeStore)
    await release(1).loader.load('a')
    const { loader, source, upgraded, events } = release(3, [1, 2])
    const sizes = () => store.calls('readMany').map((keys) => keys.length)
    const before = sizes().length

    expect(await loader.cachedMany(['a', 'b'])).toEqual([{ v: 1, to: 3 }, undefined])
    // The current version of both, then the older ones of both.
    expect(sizes().slice(before, before + 2)).toEqual([2, 4])
    await clock.advance(0)
    expect(await loader.cached('a')).toEqual({ v: 1, to: 3 })
    expect(upgraded).toEqual([1])
    expect(events).toEqual([{ loader: 'product', id: 'a', from: 1, written: true }])
    expect(source.calls).toEqual([])
    expect(await stored(1, 3)).toEqual(['{"v":1}', '{"v":1,"to":3}'])
    expect(store.calls('acquire')).toHaveLength(makeStore === memoryStore ? 1 : 0)
  })

  test('law 3: is dead once it is invalidated, the store knowing of it or not', async () => {
    const { release, store } = releases()
    await release(1).loader.load('a')
    const { loader } = release(2, [1])
    store.inject(fail(), 'invalidate')
    await loader.invalidate('a').catch(() => {})

    expect(await loader.cached('a')).toBe(undefined)
  })
})
