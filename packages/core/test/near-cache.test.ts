import { createHook } from 'node:async_hooks'
import { describe, expect, test } from '@jest/globals'
import { createReport, memoryStore, type NearOptions } from '@larder/core'
import { barrier, hold, loaderSpy, manualClock } from '@larder/core/testing'
import { observedCache } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'
import { textStore } from './support/text-store.ts'

const near = { ttl: '2s' } as const

/** A loader whose rows are in the store, and near. */
async function nearLoader(...[policy = {}, options = {}]: Parameters<typeof productLoader>) {
  const observed = productLoader(policy, { near, ...options })
  await observed.loader.loadMany(['a', 'b', 'none'])
  await observed.loader.loadMany(['a', 'b', 'none'])
  return observed
}

/** The same, over these rows. */
async function nearRows<V>(rows: Record<string, V>, bounds: NearOptions = near) {
  const observed = observedCache({ near: bounds })
  const source = loaderSpy<string, V>(Object.entries(rows))
  const loader = observed.cache.loader('row', source.load)
  for (let i = 0; i < 2; i++) await loader.loadMany(Object.keys(rows))
  return { ...observed, source, loader }
}

describe('a hit', () => {
  test('asks neither the store nor the source', async () => {
    const { loader, source, commandsOf } = await nearLoader()
    const commands = await commandsOf(async () => {
      expect(await loader.loadMany(['a', 'b', 'none'])).toEqual(['old a', 'old b', null])
    })
    expect(commands).toEqual({})
    expect(source.calls.length).toBe(1)
  })

  test('makes no promise but the caller’s own, for one key or for many', async () => {
    const { loader } = await nearLoader()
    const promisesOf = (work: () => unknown): number => {
      let promises = 0
      const hook = createHook({ init: (_, type) => void (type === 'PROMISE' && promises++) }).enable()
      work()
      hook.disable()
      return promises
    }
    expect(promisesOf(() => loader.load('a'))).toBe(1)
    expect(promisesOf(() => loader.loadMany(['a', 'b', 'none']))).toBe(1)
  })

  test('is counted in a report as what it is, and as near', async () => {
    const { loader } = await nearLoader()
    const report = createReport()
    await loader.loadMany(['a', 'b', 'none', 'c'], { report })
    expect(report).toMatchObject({ keys: 4, hits: 2, missing: 1, loaded: 1, near: 3 })
  })

  test('law 7: equals what the store gives, and is shared only where it is frozen', async () => {
    const date = new Date(0)
    const { loader } = await nearRows<object>({ a: date, b: { n: { m: 1 } } })
    const [[one, plain], [other, samePlain]] = [
      await loader.loadMany(['a', 'b']),
      await loader.loadMany(['a', 'b']),
    ]
    expect([one, other]).toEqual([date, date])
    expect(one).not.toBe(other)
    expect(plain).toBe(samePlain)
    expect(Object.isFrozen((plain as { n: object }).n)).toBe(true)
  })
})

describe('its life', () => {
  test('ends after ttl: the store is asked again', async () => {
    const { loader, clock, commandsOf } = await nearLoader()
    await clock.advance(1_999)
    expect(await commandsOf(() => loader.load('a'))).toEqual({})
    await clock.advance(1)
    expect(await commandsOf(() => loader.load('a'))).toEqual({ readMany: 1 })
    expect(await commandsOf(() => loader.load('a'))).toEqual({})
  })

  test('law 10: ends with the entry’s', async () => {
    const { loader, clock, source } = await nearLoader({
      ttl: '1s',
      grace: 0,
      missingTtl: '1s',
      early: { beta: 0 },
    })
    await clock.advance(1_000)
    await loader.loadMany(['a', 'none'])
    expect(source.calls.length).toBe(2)
  })

  test('a store without leases or a bus has a near cache, too', async () => {
    const clock = manualClock()
    const { loader, commandsOf } = await nearLoader({}, { clock, store: textStore(clock) })
    expect(await commandsOf(() => loader.load('a'))).toEqual({})
  })
})

describe('law 2 from near', () => {
  test('law 2: a stale hit is served, refreshed once, and then gone from near', async () => {
    const { loader, clock, change, commandsOf, source } = await nearLoader({ ttl: '1s', early: { beta: 0 } })
    change()
    await clock.advance(1_000)
    const commands = await commandsOf(async () => {
      expect(await loader.load('a')).toBe('old a')
      expect(await loader.load('a')).toBe('old a')
    })
    expect(commands).toEqual({ acquire: 1, fill: 1 })
    expect(await commandsOf(async () => expect(await loader.load('a')).toBe('new a'))).toEqual({
      readMany: 1,
    })
    expect(source.countOf('a')).toBe(2)
  })

  test('law 2: a fresh hit is refreshed early, by the draw of its read', async () => {
    const { loader, clock, source, commandsOf } = productLoader({ early: { beta: 1 } }, { near })
    const slow = barrier()
    source.inject(hold(slow))
    const read = loader.load('a')
    await clock.advance(1_000)
    slow.open()
    await read
    await clock.advance(9_500)
    await loader.load('a')

    expect(await commandsOf(() => loader.load('a'))).toEqual({})
    clock.draw = () => 1 - Math.exp(-1)
    expect(await commandsOf(() => loader.load('a'))).toEqual({ acquire: 1, fill: 1 })
  })

  test('law 2: what another process has refreshed is not loaded again, and no longer near', async () => {
    const clock = manualClock()
    const store = memoryStore({ clock })
    const policy = { ttl: '1s', early: { beta: 0 } } as const
    const one = await nearLoader(policy, { clock, store })
    const other = productLoader(policy, { clock, store })
    await clock.advance(1_000)
    other.change()
    await other.loader.load('a')
    await clock.advance(0)

    const commands = await one.commandsOf(async () => expect(await one.loader.load('a')).toBe('old a'))
    expect(commands).toEqual({ acquire: 1 })
    expect(await one.loader.load('a')).toBe('new a')
    expect(one.source.calls.length).toBe(1)
  })
})

describe('its bounds', () => {
  test('beyond max the entry that was used least recently goes', async () => {
    const ids = Array.from({ length: 18 }, (_, i) => `id-${i}`)
    const rows = Object.fromEntries(ids.map((id) => [id, id]))
    const { loader, commandsOf } = await nearRows(rows, { max: 20 })
    await loader.load('id-0')
    await loader.prime('one more', 'one more')
    await loader.load('one more')

    expect(await commandsOf(() => loader.load('id-0'))).toEqual({})
    expect(await commandsOf(() => loader.load('one more'))).toEqual({})
    expect(await commandsOf(() => loader.load('id-1'))).toEqual({ readMany: 1 })
  })

  test('beyond maxBytes, too; what is larger than all of it is not kept', async () => {
    const large = 'x'.repeat(2_000)
    const rows = { a: large.repeat(10), b: 'small' }
    const { loader, commandsOf } = await nearRows(rows, { maxBytes: 10_000 })
    expect(await commandsOf(() => loader.load('b'))).toEqual({})
    expect(await commandsOf(() => loader.load('a'))).toEqual({ readMany: 1 })
  })

  test('a flood of unknown IDs pushes out no real entry', async () => {
    const { loader, commandsOf } = await nearLoader({}, { near: { max: 100 } })
    const unknown = Array.from({ length: 1_000 }, (_, i) => `unknown-${i}`)
    for (let i = 0; i < 2; i++) await loader.loadMany(unknown)

    expect(await commandsOf(() => loader.loadMany(['a', 'b']))).toEqual({})
    expect(await commandsOf(() => loader.load('unknown-0'))).toEqual({ readMany: 1 })
    expect(await commandsOf(() => loader.load('unknown-999'))).toEqual({})
  })

  test('an ID that comes to exist is no longer missing near', async () => {
    const { loader, source, clock } = await nearLoader({ missingTtl: '1s' })
    source.rows.set('none', 'some')
    await clock.advance(1_000)
    for (let i = 0; i < 3; i++) expect(await loader.load('none')).toBe('some')
  })
})

test('law 6: scopes are apart near, too', async () => {
  const { cache, commandsOf } = observedCache({ near })
  const load = async (ids: readonly string[], { scope }: { scope: string }) =>
    ids.map((id) => `${id} of ${scope}`)
  const carts = cache.loader('cart', load, { scope: (user: string) => user })
  const readBoth = async () => [await carts.for('one').load('a'), await carts.for('other').load('a')]
  for (let i = 0; i < 2; i++) await readBoth()

  const commands = await commandsOf(async () => expect(await readBoth()).toEqual(['a of one', 'a of other']))
  expect(commands).toEqual({})
})

test('law 8: a corrupt body is not kept near: it is reported once, and overwritten', async () => {
  const clock = manualClock()
  const store = textStore(clock)
  const { loader, record, source } = productLoader({}, { clock, store, near })
  const corrupt = record('corrupt')
  await loader.load('a')
  const [key, text] = [...store.texts].find(([, it]) => it.startsWith('LRD1')) as [string, string]
  store.texts.set(key, `${text.slice(0, -1)}!`)

  for (let i = 0; i < 3; i++) expect(await loader.load('a')).toBe('old a')
  expect(corrupt.length).toBe(1)
  expect(source.countOf('a')).toBe(2)
})

test('law 11: a closed cache holds nothing near', async () => {
  const { loader, cache } = await nearLoader()
  await cache.close()
  await expect(loader.load('a')).rejects.toThrow('is closed')
})

test('a signal that has aborted is obeyed by a near hit', async () => {
  const { loader } = await nearLoader()
  const reason = new Error('enough')
  await expect(loader.load('a', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
