import { describe, expect, test } from '@jest/globals'
import { fail } from '@larder/core/testing'
import { productLoader } from './support/product-loader.ts'

describe('a primed entry with a ttl of its own', () => {
  test('is fresh for exactly that long', async () => {
    const { loader, source, clock } = productLoader({ jitter: 0.5, grace: 0 })
    clock.draw = () => 0.9
    await loader.prime('a', 'primed', { ttl: '1m' })
    await clock.advance(59_999)
    expect(await loader.load('a')).toBe('primed')
    await clock.advance(1)
    expect(await loader.load('a')).toBe('old a')
    expect(source.calls).toHaveLength(1)
  })

  test('is missing for missingTtl, and no longer than that', async () => {
    const { loader, clock } = productLoader({ missingTtl: '10s' })
    await loader.prime('a', null, { ttl: '1m' })
    await loader.prime('b', null, { ttl: '5s' })
    await clock.advance(5_000)
    expect(await loader.cachedMany(['a', 'b'])).toEqual([null, undefined])
    await clock.advance(5_000)
    expect(await loader.cached('a')).toBe(undefined)
  })

  test('is refused where that is no duration, before anything is done', async () => {
    const { loader, store } = productLoader()
    const asked = { code: 'LARDER_OPTION', message: expect.stringContaining('Loader "product": prime: ttl') }
    await expect(loader.prime('a', 'primed', { ttl: -1 })).rejects.toMatchObject(asked)
    await expect(
      loader.primeMany([
        { id: 'a', value: 'primed' },
        { id: 'b', value: 'primed', ttl: 'soon' as never },
      ]),
    ).rejects.toMatchObject(asked)
    expect(store.calls('prime')).toEqual([])
  })
})

describe('many primed at once', () => {
  test('take one command for each 1,000, and the last entry of an ID counts', async () => {
    const { loader, commandsOf } = productLoader()
    const entries = Array.from({ length: 2_500 }, (_, i) => ({ id: `${i}`, value: `primed ${i}` }))
    const commands = await commandsOf(async () => {
      const errors = await loader.primeMany([...entries, { id: '7', value: 'later' }])
      expect(errors).toEqual(Array(2_501).fill(undefined))
    })
    expect(commands).toEqual({ prime: 3 })
    expect(await loader.cachedMany(['0', '7', '2499'])).toEqual(['primed 0', 'later', 'primed 2499'])
  })

  test('law 10: have lifetimes of their own, none longer than asked', async () => {
    const { loader, clock } = productLoader({ jitter: 0.5, grace: 0 })
    const draws = [0, 0.5, 0.98]
    clock.draw = () => draws.shift() ?? 0
    const ids = ['a', 'b', 'c']
    await loader.primeMany(ids.map((id) => ({ id, value: id, ttl: '10s' })))
    const left: number[] = []
    for (let s = 0; s <= 10; s++) {
      left.push((await loader.cachedMany(ids)).filter((it) => it !== undefined).length)
      await clock.advance(1_000)
    }
    expect(left).toEqual([3, 3, 3, 3, 3, 3, 2, 2, 1, 1, 0])
  })

  test('law 3: what cannot be stored, or is not to be, is invalidated; the others are stored', async () => {
    const { loader, source } = productLoader({ missingTtl: 0 })
    await loader.loadMany(['a', 'b', 'c'])
    const errors = await loader.primeMany([
      { id: 'a', value: (() => {}) as unknown as string },
      { id: 'b', value: null },
      { id: 'c', value: 'primed' },
    ])
    expect(errors).toEqual([expect.objectContaining({ code: 'LARDER_UNSTORABLE' }), undefined, undefined])
    expect(await loader.cachedMany(['a', 'b', 'c'])).toEqual([undefined, undefined, 'primed'])
    expect(source.calls).toHaveLength(1)
  })

  test('law 3: say which of them the store has not confirmed, and go on as invalidations', async () => {
    const { loader, store, clock } = productLoader()
    const [x, y] = ['x'.repeat(10), 'y'.repeat(10)].map((id) => ({ id, value: 'primed' }))
    const many = Array.from({ length: 999 }, (_, i) => ({ id: `${i}`, value: 'primed' }))
    let sent = 0
    store.inject((run) => (sent++ === 0 ? run() : fail()(run)), 'prime')
    const entries = [x, ...many, y] as { id: string; value: string }[]
    const errors = await loader.primeMany(entries)
    expect(errors.slice(0, 1_000)).toEqual(Array(1_000).fill(undefined))
    expect(errors[1_000]).toMatchObject({ code: 'LARDER_INVALIDATION_PENDING', ids: [y?.id] })
    await clock.advance(200)
    expect(store.calls('invalidate').flat()).toEqual([expect.stringContaining('yyyyyyyyyy')])
  })
})
