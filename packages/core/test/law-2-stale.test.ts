import { describe, expect, test } from '@jest/globals'
import { barrier, hold, loaderSpy } from '@larder/core/testing'
import { observedCache } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

describe('fresh', () => {
  test('law 2: costs one round trip to the store, whatever the size of the batch', async () => {
    const { loader, commandsOf, asked } = productLoader()
    await loader.loadMany(['a', 'b', 'c'])

    expect(await commandsOf(() => loader.loadMany(['a', 'b', 'c']))).toEqual({ readMany: 1 })
    expect(asked()).toEqual([['a', 'b', 'c']])
  })

  test('law 2: reads of one turn share that round trip, each key once', async () => {
    const { loader, commandsOf, store } = productLoader()
    await loader.loadMany(['a', 'b'])
    const reads = () => Promise.all([loader.load('a'), loader.loadMany(['a', 'b']), loader.load('b')])

    expect(await commandsOf(reads)).toEqual({ readMany: 1 })
    expect(store.calls('readMany').at(-1)?.length).toBe(2)
  })
})

describe('stale', () => {
  test('law 2: is served after one round trip, while the source takes its time', async () => {
    const { loader, clock, source, change, store } = productLoader()
    await loader.load('a')
    await clock.advance(10_000)
    change()
    const slow = barrier()
    source.inject(hold(slow))
    const before = store.calls('readMany').length

    expect(await loader.load('a')).toBe('old a')
    expect(store.calls('readMany').length).toBe(before + 1)
    slow.open()
    await clock.advance(0)
    expect(await loader.load('a')).toBe('new a')
    expect(source.calls.length).toBe(2)
  })

  test('law 2: is refreshed in one call of the source and two commands for the whole batch', async () => {
    const { loader, clock, asked, commandsOf } = productLoader()
    await loader.loadMany(['a', 'b', 'c'])
    await clock.advance(10_000)

    const commands = await commandsOf(() =>
      Promise.all([loader.loadMany(['a', 'b']), loader.loadMany(['b', 'c'])]),
    )
    expect(commands).toEqual({ readMany: 1, acquire: 1, fill: 1 })
    expect(asked()).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
  })

  test('law 2: a refresh that is running is neither joined nor begun again', async () => {
    const { loader, clock, source, commandsOf } = productLoader()
    await loader.load('a')
    await clock.advance(10_000)
    const slow = barrier()
    source.inject(hold(slow))
    await loader.load('a')
    await slow.arrived()

    const commands = await commandsOf(async () => {
      for (let i = 0; i < 5; i++) expect(await loader.load('a')).toBe('old a')
    })
    expect(commands).toEqual({ readMany: 5 })
    expect(source.calls.length).toBe(2)
    slow.open()
    await clock.advance(0)
  })

  test('law 2: a batch takes along the siblings whose fresh time ends within the jitter window', async () => {
    const { loader, clock, asked } = productLoader()
    clock.draw = () => 0.99999
    await loader.load('a') // fresh for 9 s
    clock.draw = () => 0
    await loader.load('b') // fresh for 10 s
    await clock.advance(5000)
    await loader.load('c') // fresh for 10 s from now
    await clock.advance(4001)
    await loader.loadMany(['b', 'c'])
    await clock.advance(0)
    expect(asked().slice(3)).toEqual([])

    await loader.loadMany(['c', 'b', 'a'])
    await clock.advance(0)
    expect(
      asked()
        .slice(3)
        .map((ids) => [...ids].sort()),
    ).toEqual([['a', 'b']])
  })

  test('law 2: what is absent is waited for, what is stale beside it is not', async () => {
    const { loader, clock, change, asked } = productLoader()
    await loader.load('a')
    await clock.advance(10_000)
    change()

    expect(await loader.loadMany(['a', 'b'])).toEqual(['old a', 'new b'])
    await clock.advance(0)
    expect(asked()).toEqual([['a'], expect.anything(), expect.anything()])
    expect(asked().slice(1).flat().sort()).toEqual(['a', 'b'])
    expect(await loader.load('a')).toBe('new a')
  })

  test('law 2: is refreshed once, however often the scope was bound', async () => {
    const { cache, clock } = observedCache()
    const source = loaderSpy<string, string, { signal: AbortSignal; scope: string }>([['a', 'old']])
    const carts = cache.loader('cart', source.load, {
      scope: (user: string) => user,
      ttl: 10_000,
      grace: 10_000,
    })
    await carts.bind('ada').load('a')
    await clock.advance(10_000)

    await Promise.all([1, 2, 3].map(() => carts.bind('ada').load('a')))
    await clock.advance(0)
    expect(source.calls.length).toBe(2)
  })

  test('a row that is gone when it is refreshed is missing from then on', async () => {
    const { loader, clock, source } = productLoader()
    await loader.load('a')
    await clock.advance(10_000)
    source.rows.delete('a')

    expect(await loader.load('a')).toBe('old a')
    await clock.advance(0)
    expect(await loader.load('a')).toBe(null)
    expect(source.calls.length).toBe(2)
  })

  test('is over when its grace is: then the read waits for the source', async () => {
    const { loader, clock, change, source } = productLoader()
    await loader.load('a')
    await clock.advance(30_000)
    change()

    expect(await loader.load('a')).toBe('new a')
    expect(source.calls.length).toBe(2)
  })

  test('missing has no grace: when its time is over, the read waits for the source', async () => {
    const { loader, clock, source } = productLoader({ missingTtl: '5s' })
    expect(await loader.load('x')).toBe(null)
    await clock.advance(4999)
    expect(await loader.load('x')).toBe(null)
    expect(source.calls.length).toBe(1)
    source.rows.set('x', 'new x')
    await clock.advance(1)

    expect(await loader.load('x')).toBe('new x')
    expect(source.calls.length).toBe(2)
  })
})
