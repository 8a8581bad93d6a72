/**
 * Law 3 with near caches: the process that invalidates obeys at once; the others when the news arrives, and at the latest
 * when `ttl` has passed since the store has obeyed.
 */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createCache, InvalidationPendingError, inProcessLeases, type Store } from '@larder/core'
import {
  barrier,
  fail,
  faultyStore,
  hang,
  hold,
  holdReply,
  loaderSpy,
  manualClock,
} from '@larder/core/testing'
import { type HeldBus, heldBus, withBus } from './support/held-bus.ts'
import { textStore } from './support/text-store.ts'

const TTL = 2_000

let clock: ReturnType<typeof manualClock>
let source: ReturnType<typeof loaderSpy<string, string>>
let shared: Store
let closing: (() => Promise<void>)[]

beforeEach(() => {
  clock = manualClock()
  const values = textStore(clock)
  shared = { ...values, ...inProcessLeases(values, clock) }
  source = loaderSpy<string, string>([
    ['a', 'old'],
    ['b', 'old'],
  ])
  closing = []
})

afterEach(async () => void (await Promise.all(closing.map((close) => close()))))

/** A process with a near cache, whose news the test delivers. */
function join() {
  const bus: HeldBus = heldBus(shared.bus)
  const store = faultyStore(withBus(shared, bus))
  const cache = createCache({ namespace: 'shop', store, clock, near: { ttl: TTL } })
  closing.push(() => cache.close())
  const rows = cache.loader('row', source.load, { ttl: '1m', early: { beta: 0 } })
  /** Reads until it is near. */
  const bringNear = async (id = 'a') => {
    for (let i = 0; i < 2; i++) {
      await rows.load(id)
      await clock.advance(0)
    }
    const reads = store.calls('readMany').length
    await rows.load(id)
    expect(store.calls('readMany').length).toBe(reads)
  }
  return { cache, store, rows, bus, bringNear }
}

describe('in the process that invalidates', () => {
  test.each(['invalidate', 'prime'] as const)(
    'law 3: %s takes effect on what is near at once',
    async (how) => {
      const { rows, bringNear } = join()
      await bringNear()
      source.rows.set('a', 'new')
      const invalidating = how === 'prime' ? rows.prime('a', 'new') : rows.invalidate('a')
      expect(await rows.load('a')).toBe('new')
      await invalidating
      expect(await rows.load('a')).toBe('new')
    },
  )

  test('law 3: what a read brings that was asked for before is not kept', async () => {
    const { rows, store, bringNear } = join()
    await bringNear()
    await clock.advance(TTL)
    const late = barrier()
    store.inject(holdReply(late), 'readMany')
    const reading = rows.load('a')
    await late.arrived()
    store.heal()
    source.rows.set('a', 'new')
    await rows.invalidate('a')
    late.open()
    await reading

    expect(await rows.load('a')).toBe('new')
  })

  test('law 3: what is asked for while an invalidation is on its way, and lost, is not kept either', async () => {
    const { rows, store, bringNear } = join()
    await bringNear()
    await clock.advance(TTL)
    source.rows.set('a', 'new')
    store.inject(hang(), 'invalidate')
    const first = rows.invalidate('b').catch(() => {})
    // It waits for b's invalidation, and a's begins before it asks.
    const reading = rows.loadMany(['a', 'b'])
    const second = rows.invalidate('a').catch((error) => error)
    await clock.advance(250)
    await Promise.all([first, reading])
    expect(await second).toBeInstanceOf(InvalidationPendingError)

    expect(await rows.load('a')).toBe('new')
    store.heal()
  })

  test('law 3: while it is undelivered nothing is served from near, nor kept', async () => {
    const { rows, store, bringNear } = join()
    await bringNear()
    store.inject(fail(), 'invalidate')
    source.rows.set('a', 'new')
    await expect(rows.invalidate('a')).rejects.toThrow(InvalidationPendingError)
    for (let i = 0; i < 3; i++) expect(await rows.load('a')).toBe('new')
    store.heal()
    await clock.advance(10_000)
    for (let i = 0; i < 3; i++) expect(await rows.load('a')).toBe('new')
  })
})

describe('in another process', () => {
  test.each(['invalidate', 'prime'] as const)('law 3: the news of %s drops what is near', async (how) => {
    const [one, other] = [join(), join()]
    await one.bringNear()
    await other.bringNear()
    source.rows.set('a', 'new')
    await (how === 'prime' ? one.rows.prime('a', 'new') : one.rows.invalidate('a'))
    expect(await other.rows.load('a')).toBe('old')
    other.bus.deliver()
    expect(await other.rows.load('a')).toBe('new')
  })

  test('law 3: of one key, and of no other', async () => {
    const [one, other] = [join(), join()]
    await other.bringNear('a')
    await other.bringNear('b')
    await one.rows.invalidate('a')
    other.bus.deliver()
    const reads = other.store.calls('readMany').length
    await other.rows.loadMany(['a', 'b'])
    expect(other.store.calls('readMany').slice(reads)).toEqual([['shop:{row//a}:v1']])
  })

  test('law 3: what a read brings that the store answered before, and that arrives after the news, is not kept', async () => {
    const [one, other] = [join(), join()]
    await other.bringNear()
    await clock.advance(TTL)
    const late = barrier()
    other.store.inject(holdReply(late), 'readMany')
    const reading = other.rows.load('a')
    await late.arrived()
    other.store.heal()
    source.rows.set('a', 'new')
    await one.rows.invalidate('a')
    other.bus.deliver()
    late.open()
    expect(await reading).toBe('old')

    expect(await other.rows.load('a')).toBe('new')
  })

  test('law 3: with the news lost it is obeyed when ttl has passed since the read that brought it was asked for', async () => {
    const [one, other] = [join(), join()]
    await one.bringNear()
    const late = barrier()
    other.store.inject(holdReply(late), 'readMany')
    const reading = other.rows.load('a')
    await late.arrived()
    source.rows.set('a', 'new')
    await one.rows.invalidate('a')
    await clock.advance(200)
    late.open()
    await reading
    other.store.heal()

    await clock.advance(TTL - 201)
    expect(await other.rows.load('a')).toBe('old')
    await clock.advance(1)
    expect(await other.rows.load('a')).toBe('new')
  })

  test('law 3: a machine that was suspended meanwhile does not add to it, nor does a clock that is set back', async () => {
    const wall = clock.now
    let suspended = 0
    clock.now = () => wall() + suspended
    const [one, other] = [join(), join()]
    await other.bringNear('a')
    await other.bringNear('b')
    for (const id of ['a', 'b']) source.rows.set(id, 'new')
    await one.rows.invalidateMany(['a', 'b'])
    suspended = TTL
    expect(await other.rows.load('a')).toBe('new')
    suspended = -TTL
    await clock.advance(TTL)
    expect(await other.rows.load('b')).toBe('new')
  })

  test('law 3: a gap in the news drops everything, and what is on its way is not kept', async () => {
    const [one, other] = [join(), join()]
    await one.rows.load('b')
    await other.bringNear('a')
    const late = barrier()
    other.store.inject(holdReply(late), 'readMany')
    const reading = other.rows.load('b')
    await late.arrived()
    other.store.heal()
    for (const id of ['a', 'b']) source.rows.set(id, 'new')
    await one.rows.invalidateMany(['a', 'b'])
    other.bus.tell({ kind: 'gap' })
    late.open()
    await reading

    expect(await other.rows.loadMany(['a', 'b'])).toEqual(['new', 'new'])
  })

  test('law 3: it listens from its first read on, before it can have anything near', async () => {
    const { bus, store, rows } = join()
    expect(bus.listeners).toBe(0)
    const asked = barrier()
    store.inject(hold(asked), 'readMany')
    const reading = rows.load('a')
    await asked.arrived()
    expect(bus.listeners).toBe(1)
    asked.open()
    await reading
  })

  test('law 3: news of what is no loader here harms nothing', async () => {
    const { bus, rows, bringNear } = join()
    await bringNear()
    for (const lease of ['shop:{other//a}:lease', 'other:{row//a}:lease', '', 'nonsense'])
      bus.tell({ kind: 'invalidated', lease })
    expect(await rows.load('a')).toBe('old')
  })

  test('law 9: a process of a neighbouring version obeys, too', async () => {
    const [one, other] = [join(), join()]
    const next = other.cache.loader('versioned', source.load, {
      version: 2,
      upgrade: { 1: (row: string) => row },
    })
    const last = one.cache.loader('versioned', source.load, { version: 1 })
    for (let i = 0; i < 3; i++) await next.load('a')
    source.rows.set('a', 'new')
    await last.invalidate('a')
    other.bus.deliver()
    expect(await next.load('a')).toBe('new')
  })
})
