import { describe, expect, test } from '@jest/globals'
import { createCache, type Events, InvalidationPendingError } from '@larder/core'
import { barrier, hold, loaderSpy, manualClock } from '@larder/core/testing'
import { keyvStore } from '@larder/keyv'
import { Adapter, ALL, DELETES, READS, rejects } from './support/adapter.ts'
import { versions } from './support/versions.ts'

const STORE_TIMEOUT = 250
const hangs = () => new Promise(() => {})

describe.each(versions)('a cache on keyvStore, on Keyv $version', ({ make }) => {
  /** In a namespace of the same name as the cache's. */
  function setUp() {
    const clock = manualClock()
    clock.draw = () => 0
    const adapter = new Adapter()
    const source = loaderSpy<string, unknown>([['1', 'old']])
    const open = () => {
      const keyv = make({ store: adapter as never, namespace: 'shop' })
      const store = keyvStore(keyv, { clock })
      const cache = createCache({ namespace: 'shop', store, clock, storeTimeout: STORE_TIMEOUT })
      const rows = cache.loader('row', source.load, { ttl: '10m', missingTtl: '1m' })
      const invalidated: Events['invalidated'][] = []
      cache.on('invalidated', (event) => invalidated.push(event))
      return { cache, rows, invalidated }
    }
    return { clock, adapter, source, open }
  }

  test('law 1: what many ask for at once is loaded once, and is then a hit, also of the next process', async () => {
    const { clock, adapter, source, open } = setUp()
    const { cache, rows } = open()
    const reads = Array.from({ length: 100 }, () => rows.load('1'))
    expect(new Set(await Promise.all(reads))).toEqual(new Set(['old']))
    await clock.advance(0)
    expect(adapter.counts()).toMatchObject({ set: 1 })

    expect(await rows.load('1')).toBe('old')
    expect(adapter.counts()).toEqual({ get: 1 })
    await cache.close()
    const next = open()
    expect(await next.rows.load('1')).toBe('old')
    expect(source.countOf('1')).toBe(1)
    await next.cache.close()
  })

  test('what the source does not have is remembered for missingTtl', async () => {
    const { clock, source, open } = setUp()
    const { cache, rows } = open()
    for (let i = 0; i < 3; i++) {
      expect(await rows.load('none')).toBeNull()
      await clock.advance(0)
    }
    expect(source.countOf('none')).toBe(1)
    await clock.advance(60_001)
    await rows.load('none')
    expect(source.countOf('none')).toBe(2)
    await cache.close()
  })

  test('law 3: after an invalidation the older value is neither served nor written, though its load ends later', async () => {
    const { clock, source, open } = setUp()
    const { cache, rows } = open()
    const answer = barrier()
    source.inject(hold(answer))
    const reading = rows.load('1')
    await answer.arrived()
    await rows.invalidate('1')
    source.heal()
    source.rows.set('1', 'new')
    expect(await rows.load('1')).toBe('new')
    answer.open()
    await reading
    await clock.advance(0)
    expect(await rows.load('1')).toBe('new')
    expect(source.countOf('1')).toBe(2)

    source.rows.set('1', 'newer')
    await rows.invalidate('1')
    expect(await rows.load('1')).toBe('newer')
    expect(source.countOf('1')).toBe(3)
    await cache.close()
  })

  test('law 7: values come back as they were', async () => {
    const { clock, source, open } = setUp()
    const value = {
      since: new Date('2020-02-02'),
      tags: new Map([['a', new Set([1n, -0, Number.NaN])]]),
      bytes: new Uint8Array([0, 255]),
      nothing: undefined,
      text: ':base64:x \ud800 🦊',
    }
    source.rows.set('1', value)
    for (let i = 0; i < 2; i++) {
      const { cache, rows } = open()
      expect(await rows.load('1')).toEqual(value)
      await clock.advance(0)
      await cache.close()
    }
    expect(source.countOf('1')).toBe(1)
  })

  test('law 4: while the backend fails, reads go to the source at once', async () => {
    const { adapter, source, open } = setUp()
    const { cache, rows } = open()
    await rows.load('1')
    adapter.inject(rejects, ...ALL)
    expect(await rows.load('1')).toBe('old')
    expect(source.countOf('1')).toBe(2)
    adapter.heal()
    expect(await rows.load('1')).toBe('old')
    expect(source.countOf('1')).toBe(2)
    await cache.close()
  })

  test('law 4: while the backend hangs, reads go to the source after storeTimeout', async () => {
    const { clock, adapter, source, open } = setUp()
    const { cache, rows } = open()
    adapter.inject(hangs, ...READS)
    const reading = rows.load('1')
    await clock.advance(STORE_TIMEOUT - 1)
    expect(source.countOf('1')).toBe(0)
    await clock.advance(1)
    expect(await reading).toBe('old')
    expect(source.countOf('1')).toBe(1)
    await cache.close()
  })

  test('law 3: an invalidation that the backend fails to do is pending, and is done when it is back', async () => {
    const { clock, adapter, source, open } = setUp()
    const { cache, rows, invalidated } = open()
    await rows.load('1')
    await clock.advance(0)
    adapter.inject(rejects, ...DELETES)
    source.rows.set('1', 'new')
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    expect(await rows.load('1')).toBe('new')
    expect(source.countOf('1')).toBe(2)
    expect(adapter.map.size).toBe(1)

    adapter.heal()
    await clock.advance(10_000)
    expect(invalidated).toEqual([{ loader: 'row', ids: ['1'], primed: false }])
    expect(adapter.map.size).toBe(0)
    expect(await rows.load('1')).toBe('new')
    await clock.advance(0)
    expect(await rows.load('1')).toBe('new')
    expect(source.countOf('1')).toBe(3)
    await cache.close()
  })
})
