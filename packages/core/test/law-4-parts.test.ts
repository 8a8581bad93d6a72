/** A store of which one part is out: the keys of the others are none the worse for it. */
import { describe, expect, test } from '@jest/globals'
import { createCache, createReport, type Events, InvalidationPendingError, memoryStore } from '@larder/core'
import { barrier, fail, faultyStore, hang, hold, loaderSpy, manualClock, times } from '@larder/core/testing'
import { partedStore } from './support/parted-store.ts'

const ids = ['a1', 'b1', 'a2', 'b2']

function twoParts() {
  const clock = manualClock()
  clock.draw = () => 0
  const [a, b] = [faultyStore(memoryStore({ clock })), faultyStore(memoryStore({ clock }))]
  const cache = createCache({ namespace: 'shop', store: partedStore({ a, b }), clock, storeTimeout: 250 })
  const source = loaderSpy<string, string>(ids.map((id) => [id, `old ${id}`]))
  const rows = cache.loader('row', source.load, { ttl: '1m' })
  const invalidated: Events['invalidated'][] = []
  cache.on('invalidated', (event) => void invalidated.push(event))
  return { clock, a, b, cache, source, rows, invalidated }
}

describe('all parts answer', () => {
  test('law 1: a batch over both is one load, and one command of each kind to each part', async () => {
    const { rows, source, a, b } = twoParts()
    expect(await rows.loadMany(ids)).toEqual(ids.map((id) => `old ${id}`))
    expect(source.calls.map((call) => call.ids)).toEqual([ids])
    await rows.loadMany(ids)

    for (const part of [a, b]) {
      expect(part.calls('readMany').map((keys) => keys.length)).toEqual([2, 2])
      expect(part.calls('acquire').map((leases) => leases.length)).toEqual([2])
      expect(part.calls('fill').map((leases) => leases.length)).toEqual([2])
    }
    expect(source.calls.length).toBe(1)
  })

  test('law 3: many are invalidated with one command to each part', async () => {
    const { rows, a, b } = twoParts()
    await rows.loadMany(ids)
    await rows.invalidateMany(ids)
    expect([a, b].map((part) => part.calls('invalidate').map((leases) => leases.length))).toEqual([[2], [2]])
  })
})

describe('one part hangs', () => {
  test('law 4: reads of the others wait for nothing, not even in the same turn', async () => {
    const { rows, a } = twoParts()
    await rows.loadMany(ids)
    a.injectEverywhere(hang())
    const slow = rows.load('a1')

    expect(await rows.loadMany(['b1', 'b2'])).toEqual(['old b1', 'old b2'])
    slow.catch(() => {})
  })

  test('law 4: a batch over both costs storeTimeout, and loads the keys of that part alone', async () => {
    const { rows, a, source, clock } = twoParts()
    await rows.loadMany(ids)
    a.injectEverywhere(hang())
    const report = createReport()
    const read = rows.loadMany(ids, { report })
    await clock.advance(250)

    expect(await read).toEqual(ids.map((id) => `old ${id}`))
    expect(source.calls.slice(1).map((call) => call.ids)).toEqual([['a1', 'a2']])
    expect(report).toMatchObject({ hits: 2, loaded: 2 })
  })

  test('law 4: what is absent in the others is filled there', async () => {
    const { rows, a, b, source, clock } = twoParts()
    a.injectEverywhere(hang())
    const read = rows.loadMany(ids)
    await clock.advance(250)
    await read
    await clock.advance(250)

    expect(b.calls('fill').flat().length).toBe(2)
    expect(await rows.loadMany(['b1', 'b2'])).toEqual(['old b1', 'old b2'])
    expect(source.countOf('b1')).toBe(1)
  })
})

describe('one part fails', () => {
  test('law 3: an invalidation tells which keys are pending, the others are done, and only those are tried on', async () => {
    const { rows, a, b, clock, invalidated } = twoParts()
    await rows.loadMany(ids)
    a.inject(fail(), 'invalidate')

    const error = await rows.invalidateMany(ids).catch((reason) => reason)
    expect(error).toBeInstanceOf(InvalidationPendingError)
    expect(error.ids).toEqual(['a1', 'a2'])
    expect(error.message).toContain('2 of 4 invalidated keys')
    expect(invalidated.map((event) => event.ids)).toEqual([['b1', 'b2']])

    a.heal()
    await clock.advance(1_000)
    expect(invalidated.map((event) => event.ids)).toEqual([
      ['b1', 'b2'],
      ['a1', 'a2'],
    ])
    expect([a, b].map((part) => part.calls('invalidate').length)).toEqual([2, 1])
  })

  test('law 8: the event says which part it was', async () => {
    const { cache, rows, a } = twoParts()
    const errors: Events['store-error'][] = []
    cache.on('store-error', (event) => void errors.push(event))
    a.inject(fail(), 'readMany')
    await rows.loadMany(ids)
    expect(errors.map(({ operation, part }) => [operation, part])).toEqual([['read', 'a']])
  })

  test('law 3: until then this process bypasses those keys, and no others', async () => {
    const { rows, a, source } = twoParts()
    await rows.loadMany(ids)
    a.inject(fail(), 'invalidate')
    for (const id of ids) source.rows.set(id, `new ${id}`)
    await rows.invalidateMany(['a1']).catch(() => {})

    expect(await rows.loadMany(ids)).toEqual(['new a1', 'old b1', 'old a2', 'old b2'])
  })

  test('law 4: a part that fails for ever does not keep what is pending in another', async () => {
    const { rows, a, b, clock, invalidated } = twoParts()
    for (const part of [a, b]) part.inject(fail(), 'invalidate')
    await rows.invalidateMany(ids).catch(() => {})
    b.heal()
    await clock.advance(1_000)
    expect(invalidated.map((event) => event.ids)).toEqual([['b1', 'b2']])
  })

  test('law 4: nor does one that has been out for long put off the next attempt at another', async () => {
    const { rows, a, b, clock, invalidated } = twoParts()
    a.inject(fail(), 'invalidate')
    await rows.invalidateMany(['a1']).catch(() => {})
    await clock.advance(60_000)
    b.inject(times(1, fail()), 'invalidate')
    await rows.invalidateMany(['b1']).catch(() => {})
    await clock.advance(150)
    expect(invalidated.map((event) => event.ids)).toEqual([['b1']])
    a.heal()
  })

  test('law 3: a load begun while its part was out is given to nobody who comes when it is back, whatever else is out', async () => {
    const { rows, a, b, source, clock } = twoParts()
    await rows.load('a2')
    a.injectEverywhere(fail())
    const slow = barrier()
    source.inject(times(1, hold(slow)))
    const first = rows.load('a1')
    await slow.arrived()
    a.heal()
    await rows.load('a2')
    b.injectEverywhere(fail())
    await rows.load('b1')

    source.rows.set('a1', 'new a1')
    const second = rows.load('a1')
    await clock.advance(0)
    slow.open()
    expect(await Promise.all([first, second])).toEqual(['new a1', 'new a1'])
    expect(source.countOf('a1')).toBe(2)
  })
})

test('law 10: an entry is aged by the part that it came from, even if that was not known before it was read', async () => {
  const [clock, ahead] = [manualClock({ now: 1e12 }), manualClock({ now: 1e12 + 3_600_000 })]
  const parted = partedStore({ a: memoryStore({ clock }), b: memoryStore({ clock: ahead }) })
  let isKnown = true
  const store = {
    ...parted,
    partOf: (key: string) => (isKnown ? (parted.partOf?.(key) as string) : 'unknown'),
    now: (part?: string) => (part === 'unknown' ? clock.now() + 7_200_000 : parted.now(part)),
    readMany: (keys: readonly string[]) => {
      isKnown = true
      return parted.readMany(keys)
    },
  }
  const cache = createCache({ namespace: 'shop', store, clock })
  const source = loaderSpy<string, string>([['b1', 'b1']])
  const rows = cache.loader('row', source.load, { ttl: '1m' })
  await rows.load('b1')
  isKnown = false
  await rows.load('b1')
  expect(source.calls.length).toBe(1)
  await cache.close()
})

test('law 10: the age of an entry is measured on the clock of its part', async () => {
  const [clock, ahead] = [manualClock({ now: 1e12 }), manualClock({ now: 1e12 + 3_600_000 })]
  const cache = createCache({
    namespace: 'shop',
    store: partedStore({ a: memoryStore({ clock }), b: memoryStore({ clock: ahead }) }),
    clock,
  })
  const source = loaderSpy<string, string>(ids.map((id) => [id, id]))
  const rows = cache.loader('row', source.load, { ttl: '1m', jitter: 0, early: { beta: 0 } })
  await rows.loadMany(ids)
  await rows.loadMany(ids)
  expect(source.calls.length).toBe(1)

  await Promise.all([clock.advance(60_000), ahead.advance(59_999)])
  await rows.loadMany(ids)
  expect(source.calls[1]?.ids).toEqual(['a1', 'a2'])
  await ahead.advance(1)
  await rows.loadMany(ids)
  expect(source.calls[2]?.ids).toEqual(['b1', 'b2'])
  await cache.close()
})
