import { describe, expect, test } from '@jest/globals'
import { CacheClosedError, InvalidKeyError } from '@larder/core'
import { barrier, fail, hold, loaderSpy } from '@larder/core/testing'
import { parseEntry } from '../src/entry/entry.ts'
import { expectSilence } from './support/closing.ts'
import { fleet } from './support/fleet.ts'
import { observedCache, outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'
import { scopedLoader } from './support/scoped-loader.ts'
import { releases } from './support/versions.ts'

const NONE = { loaded: 0, present: 0, skipped: 0, failed: 0 }

/** A loader whose source is held, at most `concurrency` loads of one ID at once. */
function heldRows(concurrency: number) {
  const { cache, clock } = observedCache()
  const source = loaderSpy<string, string>()
  source.answer((ids) => ids)
  const slow = barrier()
  source.inject(hold(slow))
  const rows = cache.loader('row', source.load, { maxBatchSize: 1, source: { concurrency } })
  const asked = () => source.calls.map(({ ids }) => ids[0])
  return { rows, slow, asked, clock }
}

describe('what is warmed', () => {
  test('law 1: those that are absent alone, each once, at most maxBatchSize in a call', async () => {
    const { loader, asked } = productLoader({ maxBatchSize: 2 })
    await loader.load('a')

    expect(await loader.warm(['a', 'b', 'c', 'x', 'b'])).toEqual({ ...NONE, loaded: 3, present: 1 })
    expect(asked()).toEqual([['a'], ['b', 'c'], ['x']])
    expect(await loader.loadMany(['a', 'b', 'c', 'x'])).toEqual(['old a', 'old b', 'old c', null])
    expect(asked().length).toBe(3)
  })

  test('what is stale is there: its next reader has it refreshed', async () => {
    const { loader, clock, asked } = productLoader()
    await loader.load('a')
    await clock.advance(10_000)

    expect(await loader.warm(['a'])).toEqual({ ...NONE, present: 1 })
    expect(asked().length).toBe(1)
  })

  test('law 1: processes that warm the same IDs load each once', async () => {
    const { join, source, put, clock } = fleet()
    const [one, other] = [join(), join()]
    for (const id of ['a', 'b']) put(id, 1)
    const slow = barrier()
    source.inject(hold(slow))
    const warming = one.rows.warm(['a', 'b'])
    await slow.arrived()

    expect(await other.rows.warm(['a', 'b'])).toEqual({ ...NONE, skipped: 2 })
    slow.open()
    await clock.advance(0)
    expect(await warming).toEqual({ ...NONE, loaded: 2 })
    expect(source.calls.length).toBe(1)
  })

  test('law 1: whoever reads meanwhile waits for it, in any process', async () => {
    const { join, source, put, clock } = fleet()
    const [one, other] = [join(), join()]
    put('a', 1)
    const slow = barrier()
    source.inject(hold(slow))
    const warming = one.rows.warm(['a'])
    await slow.arrived()
    const reads = [one.rows.load('a'), other.rows.load('a')]
    await clock.advance(0)
    slow.open()
    await clock.advance(250)

    expect(await Promise.all(reads)).toEqual([
      { id: 'a', n: 1 },
      { id: 'a', n: 1 },
    ])
    await warming
    expect(source.calls.length).toBe(1)
  })

  test('an entry of an older version is upgraded, not loaded', async () => {
    const { release } = releases()
    await release(1).loader.load('a')
    const current = release(2, [1])

    expect(await current.loader.warm(['a'])).toEqual({ ...NONE, present: 1 })
    expect(await current.loader.load('a')).toEqual({ v: 1, to: 2 })
    expect(current.source.calls.length).toBe(0)
  })

  test('one whose upgrade fails is loaded', async () => {
    const { release } = releases()
    await release(1).loader.load('a')
    const upgrade = {
      1: () => {
        throw new Error('no')
      },
    }
    const current = release(2, [], { upgrade })

    expect(await current.loader.warm(['a'])).toEqual({ ...NONE, loaded: 1 })
    expect(await current.loader.load('a')).toEqual({ v: 2 })
  })

  test('law 8: a corrupt entry is absent, is reported, and is overwritten', async () => {
    const { loader, store, record, source } = productLoader()
    const corrupt = record('corrupt')
    await store.writeMany([{ key: 'shop:{product//a}:v1', before: 'no entry ', after: '', life: 1000 }])

    expect(await loader.warm(['a'])).toEqual({ ...NONE, loaded: 1 })
    expect(corrupt).toEqual([{ loader: 'product', id: 'a' }])
    expect(await loader.load('a')).toBe('old a')
    expect(source.calls.length).toBe(1)
  })

  test('in a scope, that scope alone', async () => {
    const { carts, source } = scopedLoader()
    expect(await carts.for('ada').warm(['1'])).toEqual({ ...NONE, loaded: 1 })

    expect(await carts.for('ada').load('1')).toEqual({ of: 'ada' })
    expect(source.calls.length).toBe(1)
    await carts.for('bob').load('1')
    expect(source.calls.length).toBe(2)
  })

  test('a loader without its scope has no cache, and nothing to warm', async () => {
    const { carts, source } = scopedLoader('bypass')
    expect(await carts.for(undefined).warm(['1'])).toEqual(NONE)
    expect(source.calls.length).toBe(0)
  })

  test('IDs that cannot exist are skipped; one that has no key fails the call, before anything is done', async () => {
    const { loader, source } = productLoader({ validate: (id) => id !== 'never' })
    expect(await loader.warm(['a', 'never', 'never'])).toEqual({ ...NONE, loaded: 1, skipped: 1 })

    await expect(loader.warm(['b', {} as string])).rejects.toBeInstanceOf(InvalidKeyError)
    await expect(loader.warm('b' as never)).rejects.toBeInstanceOf(InvalidKeyError)
    expect(source.countOf('b')).toBe(0)
  })
})

describe('in nobody’s way', () => {
  test('law 2: readers go first', async () => {
    const { rows, slow, asked, clock } = heldRows(1)
    const reads = [rows.load('read 1')]
    await clock.advance(0)
    const warming = rows.warm(['warm 1'])
    await clock.advance(0)
    reads.push(rows.load('read 2'))
    await clock.advance(0)
    slow.open()
    await Promise.all([...reads, warming])

    expect(asked()).toEqual(['read 1', 'read 2', 'warm 1'])
  })

  test('law 4: it takes one slot of the source, however many IDs there are', async () => {
    const { rows, slow, asked, clock } = heldRows(16)
    const warming = rows.warm(['warm 1', 'warm 2', 'warm 3'])
    await slow.arrived()
    await clock.advance(0)
    expect(asked()).toEqual(['warm 1'])
    slow.open()

    expect(await warming).toEqual({ ...NONE, loaded: 3 })
  })

  test('what was warmed is refreshed as soon as it is stale', async () => {
    const { loader, clock, asked } = productLoader({ ttl: 100 })
    await loader.warm(['a'])
    await clock.advance(100)
    await loader.load('a')
    await clock.advance(0)

    expect(asked()).toEqual([['a'], ['a']])
  })

  test('its loads are told as those that no reader has asked for', async () => {
    const { loader, record } = productLoader()
    const loads = record('load')
    await loader.warm(['a'])

    expect(loads).toEqual([expect.objectContaining({ ids: ['a'], background: true })])
  })

  test('law 3: what is invalidated while it is loaded is not stored', async () => {
    const { loader, source, change } = productLoader()
    const slow = barrier()
    source.inject((execute) => execute().finally(() => slow.pass()))
    const warming = loader.warm(['a'])
    await slow.arrived()
    change()
    await loader.invalidate('a')
    slow.open()

    expect(await warming).toEqual({ ...NONE, failed: 1 })
    expect(await loader.load('a')).toBe('new a')
  })
})

describe('failure', () => {
  test('law 4: of the source is counted, and the keys cool down', async () => {
    const { loader, source, clock } = productLoader()
    source.inject(fail())

    expect(await loader.warm(['a', 'b'])).toEqual({ ...NONE, failed: 2 })
    expect(await loader.warm(['a', 'b'])).toEqual({ ...NONE, skipped: 2 })
    expect(source.calls.length).toBe(1)
    source.heal()
    await clock.advance(100)
    expect(await loader.warm(['a', 'b'])).toEqual({ ...NONE, loaded: 2 })
  })

  test('law 4: a cool-down of another process is respected', async () => {
    const { join, source } = fleet()
    source.inject(fail())
    await join().rows.warm(['a'])

    expect(await join().rows.warm(['a'])).toEqual({ ...NONE, skipped: 1 })
    expect(source.calls.length).toBe(1)
  })

  test('law 4: nothing is asked of a source whose circuit is open', async () => {
    const { loader, source } = productLoader({ source: { circuit: { minimum: 1 } } })
    source.inject(fail())
    await loader.warm(['a'])

    expect(await loader.warm(['b'])).toEqual({ ...NONE, failed: 1 })
    expect(source.calls.length).toBe(1)
  })

  test('of one ID is that of its own', async () => {
    const { loader, source } = productLoader()
    source.rows.set('b', new Error('no'))
    expect(await loader.warm(['a', 'b'])).toEqual({ ...NONE, loaded: 1, failed: 1 })
  })

  test('law 8: of the store is counted, and nothing is loaded in vain', async () => {
    const { loader, source, store } = productLoader()
    store.inject(fail(), 'readMany')
    expect(await loader.warm(['a', 'b'])).toEqual({ ...NONE, failed: 2 })
    store.heal()
    store.inject(fail(), 'acquire')

    expect(await loader.warm(['a', 'b'])).toEqual({ ...NONE, failed: 2 })
    expect(source.calls.length).toBe(0)
  })

  test('a value that is not stored has not been warmed', async () => {
    const { loader } = productLoader({ ttl: 0 })
    expect(await loader.warm(['a', 'x'])).toEqual({ ...NONE, loaded: 1, failed: 1 })
  })
})

describe('lifetimes', () => {
  test('law 10: chunk i of n draws from the i-th n-th of [ttl·(1−jitter), ttl], all its keys the same', async () => {
    const made = productLoader({ ttl: 10_000, missingTtl: 20_000, jitter: 0.5, maxBatchSize: 3 })
    const { loader, clock, store } = made
    let draws = 0
    clock.draw = () => [0, 0.99, 0.5, 0.25][draws++ % 4] as number
    const ids = Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? 'abc'.charAt(i / 3) || 'x' : `x${i}`))
    await loader.warm(ids)

    const stored = await store.readMany(ids.map((id) => `shop:{product//${id}}:v1`))
    const shares = stored.map((text, i) => {
      const fresh = parseEntry(text as string)?.fresh ?? 0
      return fresh / (['a', 'b', 'c'].includes(ids[i] as string) ? 10_000 : 20_000)
    })
    for (const [i, share] of shares.entries()) {
      const chunk = Math.floor(i / 3)
      expect(share).toBeGreaterThanOrEqual(0.5 + (0.5 * chunk) / 4)
      expect(share).toBeLessThanOrEqual(0.5 + (0.5 * (chunk + 1)) / 4)
      expect(share).toBeCloseTo(shares[chunk * 3] as number, 3)
    }
    expect(draws).toBe(4)
  })

  test('law 2: what was warmed together is refreshed together', async () => {
    const { loader, clock, asked } = productLoader({ jitter: 0.5, early: { beta: 0 } })
    const draws = [0.9, 0.1, 0.5]
    clock.draw = () => draws.shift() ?? 0
    await loader.warm(['a', 'b', 'c'])
    await clock.advance(5_500)
    await Promise.all(['c', 'a', 'b'].map((id) => loader.load(id)))
    await clock.advance(0)

    expect(asked().slice(1)).toEqual([['c', 'a', 'b']])
  })
})

describe('closing', () => {
  test('law 11: lets the chunk that is being loaded end, and begins no other', async () => {
    const made = productLoader({ maxBatchSize: 1 })
    const { cache, loader, source, clock } = made
    const slow = barrier()
    source.inject(hold(slow))
    const warming = outcomeOf(loader.warm(['a', 'b']))
    await slow.arrived()
    const closing = cache.close()
    await clock.advance(10)
    slow.open()
    await closing

    expect(await warming).toEqual({ error: expect.any(CacheClosedError) })
    expect(source.calls.length).toBe(1)
    await expectSilence(made)
    await expect(loader.warm(['c'])).rejects.toBeInstanceOf(CacheClosedError)
  })
})
