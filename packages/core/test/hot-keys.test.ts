import { describe, expect, test } from '@jest/globals'
import {
  CacheClosedError,
  createCache,
  type Duration,
  memoryStore,
  OptionError,
  type Store,
} from '@larder/core'
import { barrier, fail, faultyStore, hang, hold, loaderSpy, manualClock } from '@larder/core/testing'
import { productLoader } from './support/product-loader.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const RECORD = 'shop:hot'
const NONE = { loaded: 0, present: 0, skipped: 0, failed: 0 }

/** Processes that come and go over one store. Chance draws 0: each read is counted, as sixteen. */
function processes() {
  const clock = manualClock()
  clock.draw = () => 0
  const memory = memoryStore({ clock })

  function start(keys = 1_000, part: (store: Store) => Store = (store) => store) {
    const store = faultyStore(part(memory))
    const cache = createCache({ namespace: 'shop', store, clock, hot: { keys } })
    const source = loaderSpy<unknown, string>()
    source.answer((ids) => ids.map(String))
    const corrupt: unknown[] = []
    cache.on('hot-keys-corrupt', (event) => corrupt.push(event))
    const policy = { ttl: '1m', grace: 0 } as const
    const products = cache.loader<string | number | bigint, string>('product', source.load, policy)
    const read = async (id: string, times: number) => {
      for (let i = 0; i < times; i++) await products.load(id)
    }
    const hot = () => cache.hotKeys().map(({ id, reads }) => [id, reads])
    return { cache, store, source, products, read, hot, corrupt, policy }
  }

  /** So long that what was stored before is absent. */
  const expire = () => clock.advance(2 * MINUTE)
  /** The IDs that the store remembers, with their reads. */
  const remembered = async () => {
    const [record = ''] = await memory.readMany([RECORD])
    const lines: [string, string, number][] = JSON.parse(record.slice(record.indexOf('\n')))
    return lines.map(([, body, reads]) => [JSON.parse(body)[1], reads])
  }
  return { clock, memory, start, expire, remembered }
}

describe('hotKeys', () => {
  test('are those read most often, the hottest first, by loader, scope and ID as it was given', async () => {
    const { start } = processes()
    const { cache, products, policy } = start()
    const carts = cache.loader('cart', async (ids: readonly Date[]) => ids.map(String), {
      ...policy,
      key: (day: Date) => day.getTime(),
      scope: (user: string) => ({ user }),
    })
    const day = new Date(0)
    await products.loadMany([42, '42', 7n, '42'])
    await carts.bind('ada').loadMany([day, day])
    await carts.bind('bob').load(day)

    expect(cache.hotKeys()).toEqual([
      { loader: 'product', scope: undefined, id: 42, reads: 48 },
      { loader: 'cart', scope: { user: 'ada' }, id: day, reads: 32 },
      { loader: 'product', scope: undefined, id: 7n, reads: 16 },
      { loader: 'cart', scope: { user: 'bob' }, id: day, reads: 16 },
    ])
  })

  test('are copies: what the application does to an ID changes none of them, and IDs that have no copy are not counted', async () => {
    const { start } = processes()
    const { cache, policy } = start()
    const days = cache.loader('day', async (ids: readonly { day: Date }[]) => ids.map(() => 1), {
      ...policy,
      key: (id: { day: Date }) => id.day.getTime(),
    })
    const id = { day: new Date(7) }
    await days.load(id)
    await days.load({ day: new Date(8), toString: () => 'a function' } as never)
    id.day.setTime(9)
    const expected = [{ loader: 'day', scope: undefined, id: { day: new Date(7) }, reads: 16 }]
    const given = cache.hotKeys()
    expect(given).toEqual(expected)
    for (const it of given) (it.id as typeof id).day.setTime(10)
    expect(cache.hotKeys()).toEqual(expected)
    await cache.close()
  })

  test('are none without the option, and nothing is written', async () => {
    const { cache, loader, store } = productLoader()
    await loader.load('a')
    await cache.close()

    expect(cache.hotKeys()).toEqual([])
    expect(store.calls('writeMany')).toEqual([])
  })

  test('are at most so many as the option says', async () => {
    const { read, hot } = processes().start(2)
    await read('hot', 9)
    await read('warm', 5)
    for (let i = 0; i < 4; i++) await read(`cold ${i}`, 1)

    expect(hot()).toEqual([
      ['hot', 144],
      [expect.any(String), 144],
    ])
  })

  test('are counted by a sample: one read in about sixteen', async () => {
    const { clock, start } = processes()
    const { products, hot } = start()
    let draws = 0
    clock.draw = () => draws++ / 100
    for (let i = 0; i < 100; i++) await products.loadMany(Array.from({ length: 16 }, () => 'a'))
    const [[, reads]] = hot() as [[string, number]]

    expect(reads).toBeGreaterThan(1_000)
    expect(reads).toBeLessThan(2_200)
  })

  test('count half an hour later, and are gone the next day', async () => {
    const { clock, start } = processes()
    const { read, hot } = start()
    await read('yesterday', 20)
    await clock.advance(HOUR)
    expect(hot()).toEqual([['yesterday', 160]])
    await clock.advance(23 * HOUR)
    await read('today', 1)

    expect(hot()).toEqual([['today', 16]])
  })

  test('are no IDs that have no key, that cannot exist, or that are long', async () => {
    const { cache, policy } = processes().start()
    const rows = cache.loader('row', async (ids: readonly string[]) => ids, {
      ...policy,
      validate: (id) => id !== 'never',
    })
    await rows.loadMany(['never', {} as string, 'x'.repeat(201), 'x'.repeat(200)])

    expect(cache.hotKeys().map(({ id }) => id)).toEqual(['x'.repeat(200)])
  })

  test.each([{ keys: 0 }, { keys: 10_001 }, { keys: 1.5 }, { size: 1 }, 5])(
    'cannot be asked for by %j',
    (hot) => {
      expect(() => createCache({ namespace: 'shop', hot: hot as object })).toThrow(OptionError)
    },
  )
})

describe('remembering', () => {
  test('is done when the cache closes, with keys and no values', async () => {
    const { start, memory } = processes()
    const { cache, read } = start()
    await read('a', 2)
    expect(await memory.readMany([RECORD])).toEqual([undefined])
    await cache.close()

    const [record] = await memory.readMany([RECORD])
    expect(record).toMatch(/^LRD1.*\n\[\["plain","\[\\"product\\",\\"a\\"\]",32\]\]$/)
  })

  test('is done by reads, once a minute at most, and by no timer', async () => {
    const { start, clock } = processes()
    const { read, store } = start()
    const written = () => store.calls('writeMany').length
    await read('a', 1)
    await clock.advance(MINUTE - 1)
    await read('a', 1)
    await clock.advance(0)
    expect(written()).toBe(0)
    await clock.advance(MINUTE)
    expect(clock.timers).toBe(0)
    expect(written()).toBe(0)

    for (let i = 0; i < 3; i++) await read('a', 1)
    await clock.advance(0)
    expect(written()).toBe(1)
    await clock.advance(MINUTE)
    await read('a', 1)
    await clock.advance(0)
    expect(written()).toBe(2)
  })

  test('keeps the hottest of all processes: what is hot in one is not summed up as it writes again', async () => {
    const { start, remembered } = processes()
    const [one, other] = [start(2), start(2)]
    await one.read('a', 3)
    await one.read('b', 1)
    await other.read('c', 2)
    await one.cache.close()
    await other.cache.close()
    const last = start(2)
    await last.read('a', 1)
    await last.cache.close()

    expect(await remembered()).toEqual([
      ['a', 48],
      ['c', 32],
    ])
  })

  test('forgets what was hot yesterday once others are', async () => {
    const { start, clock, expire } = processes()
    const yesterday = start()
    await yesterday.read('a', 9)
    await yesterday.cache.close()
    await clock.advance(24 * HOUR)
    const today = start()
    await today.read('b', 9)
    await today.cache.close()
    await expire()
    const next = start()

    expect(await next.cache.warmHot()).toEqual({ ...NONE, loaded: 1 })
    expect(next.source.countOf('b')).toBe(1)
  })

  test('law 11: a store that hangs holds up the closing no longer than storeTimeout', async () => {
    const { start, clock } = processes()
    const { cache, read, store } = start()
    await read('a', 1)
    store.injectEverywhere(hang())
    const closing = cache.close()
    await clock.advance(250)

    await closing
    expect(clock.timers).toBe(0)
  })

  test('law 8: where the store fails to read, what others have remembered is not overwritten', async () => {
    const { start } = processes()
    const { cache, read, store } = start()
    await read('a', 1)
    store.inject(fail(), 'readMany')
    await cache.close()

    expect(store.calls('writeMany')).toEqual([])
  })
})

describe('warmHot', () => {
  test('law 1: loads the hottest that are absent, each once, before anybody asks', async () => {
    const { start, expire } = processes()
    const before = start()
    for (const [i, id] of ['a', 'b', 'c'].entries()) await before.read(id, 3 - i)
    await before.cache.close()
    await expire()
    const { cache, source, products } = start()

    expect(await cache.warmHot({ keys: 2 })).toEqual({ ...NONE, loaded: 2 })
    expect(source.calls.map(({ ids }) => ids)).toEqual([['a', 'b']])
    await products.loadMany(['a', 'b'])
    expect(source.calls.length).toBe(1)
    expect(await start().cache.warmHot({ keys: 2 })).toEqual({ ...NONE, present: 2 })
  })

  test('law 6: IDs of any type come back as they were given, in the scope that they were read in', async () => {
    const { start, expire } = processes()
    const define = ({ cache, policy }: ReturnType<typeof start>) => {
      const loads: { ids: readonly unknown[]; scope: unknown }[] = []
      const load = async (ids: readonly (Date | { a: number })[], { scope }: { scope: unknown }) => {
        loads.push({ ids, scope })
        return ids.map(String)
      }
      const options = {
        ...policy,
        key: (id: object) => JSON.stringify(id),
        scope: (user: string) => [user, 1],
      }
      return { loads, carts: cache.loader('cart', load, options) }
    }
    const before = start()
    const { carts } = define(before)
    await carts.bind('ada').loadMany([new Date(5), new Date(5), { a: 1 }])
    await carts.bind('bob').load({ a: 1 })
    await before.cache.close()
    await expire()
    const after = start()
    const { loads } = define(after)

    expect(await after.cache.warmHot()).toEqual({ ...NONE, loaded: 3 })
    expect(loads).toEqual([
      { ids: [new Date(5), { a: 1 }], scope: ['ada', 1] },
      { ids: [{ a: 1 }], scope: ['bob', 1] },
    ])
  })

  test('warms the loaders that it is told to, and leaves out what has no place in this release', async () => {
    const { start, expire } = processes()
    const before = start()
    await before.read('a', 1)
    const rows = (cache: ReturnType<typeof start>['cache'], name: string, scoped: boolean) => {
      const load = async (ids: readonly string[]) => ids
      return scoped
        ? cache.loader(name, load, { scope: (user: string) => user }).bind('ada')
        : cache.loader(name, load)
    }
    await rows(before.cache, 'gone', false).load('a')
    await rows(before.cache, 'scoped since', false).load('a')
    await rows(before.cache, 'scoped before', true).load('a')
    await before.cache.close()
    await expire()
    const { cache, source } = start()
    rows(cache, 'scoped since', true)
    rows(cache, 'scoped before', false)

    expect(await cache.warmHot({ loaders: ['scoped since', 'scoped before'] })).toEqual(NONE)
    expect(await cache.warmHot({ loaders: ['product'] })).toEqual({ ...NONE, loaded: 1 })
    expect(source.calls.length).toBe(1)
  })

  test('an ID that has no key any more is skipped, and costs the others nothing', async () => {
    const { start, expire } = processes()
    const before = start()
    const big = before.cache.loader('row', async (ids: readonly (string | number)[]) => ids.map(String))
    await big.loadMany([1, 'a'])
    await before.cache.close()
    await expire()
    const { cache } = start()
    const key = (id: string | number) => (id as string).slice(0)
    cache.loader('row', async (ids: readonly (string | number)[]) => ids.map(String), { key })

    expect(await cache.warmHot()).toEqual({ ...NONE, loaded: 1, skipped: 1 })
  })

  test('ends when its time is over; what has begun goes on, and nothing else begins', async () => {
    const { start, expire, clock } = processes()
    const define = (
      cache: ReturnType<typeof start>['cache'],
      load: (ids: readonly unknown[]) => Promise<unknown[]>,
    ) => cache.loader('row', load, { maxBatchSize: 1, timeout: '1h' })
    const before = start()
    await define(before.cache, async (ids) => [...ids]).loadMany(['a', 'b'] as never)
    await before.cache.close()
    await expire()
    const { cache, products } = start()
    const slow = barrier()
    const source = loaderSpy<unknown, unknown>()
    source.answer((ids) => ids)
    source.inject(hold(slow))
    const rows = define(cache, (ids) => source.load(ids, { signal: new AbortController().signal }))
    let warmed: unknown
    const warming = cache.warmHot({ within: '10s' }).then((it) => {
      warmed = it
    })
    await clock.advance(9_999)
    expect(warmed).toBe(undefined)
    await clock.advance(1)
    await warming
    expect(warmed).toEqual(NONE)
    slow.open()
    await clock.advance(0)

    expect(source.calls.length).toBe(1)
    expect(await rows.load('a' as never)).toBe('a')
    expect(source.calls.length).toBe(1)
    expect(await products.load('x')).toBe('x')
  })

  const whole = (body: string) =>
    `LRD1c00001-000000001p1893456000000,9999999,9999999,1,1,${body.length},\n${body}`
  const FOREIGN = [
    ['is no entry', 'something else'],
    ['is cut off', whole('[]').slice(0, -1)],
    ['is no JSON', whole('[')],
    ['is no list', whole('null')],
    ['holds no lines', whole('[5]')],
    ['holds lines that are none', whole('[["missing","[]",5]]')],
    ['holds keys that cannot be decoded', whole('[["plain","{",5]]')],
    ['holds no keys', whole('[["plain","[1,2]",5]]')],
  ] as const
  test.each(FOREIGN)('law 8: a record that %s is ignored and told, and overwritten', async (_, text) => {
    const { start, memory } = processes()
    const { cache, corrupt, read } = start()
    await memory.writeMany([{ key: RECORD, before: '', after: '', life: HOUR }])
    const put = { ...memory, readMany: async () => [text as string | undefined] }
    const reader = start(1_000, () => put)

    expect(await reader.cache.warmHot()).toEqual(NONE)
    expect(reader.corrupt).toEqual([{ key: RECORD }])
    await read('a', 1)
    await cache.close()
    expect((await memory.readMany([RECORD]))[0]).toMatch(/^LRD1/)
    expect(corrupt.length).toBe(1)
  })

  test('law 8: where the store fails, nothing is warmed, and nothing rejects', async () => {
    const { cache, store } = processes().start()
    store.inject(fail(), 'readMany')
    expect(await cache.warmHot()).toEqual(NONE)
  })

  test('refuses loaders that are not defined, or not yet, and reads nothing', async () => {
    const { cache, store } = processes().start()
    const warming = cache.warmHot({ loaders: ['product', 'produkt'] })
    await expect(warming).rejects.toBeInstanceOf(OptionError)
    await expect(warming).rejects.toThrow(/"produkt".*defined/)
    expect(store.calls('readMany')).toEqual([])
    await cache.close()
  })

  test('refuses options of the wrong kind, and a closed cache', async () => {
    const { cache } = processes().start()
    for (const options of [{ keys: 0 }, { within: 0 as Duration }, { loaders: 'product' }, { size: 1 }])
      await expect(cache.warmHot(options as object)).rejects.toBeInstanceOf(OptionError)
    await cache.close()
    await expect(cache.warmHot()).rejects.toBeInstanceOf(CacheClosedError)
  })
})
