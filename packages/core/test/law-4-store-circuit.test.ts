/** A store that keeps failing: what it costs a read, in all and once nobody asks it any more. */
import { describe, expect, test } from '@jest/globals'
import { createCache, memoryStore } from '@larder/core'
import {
  barrier,
  dropReply,
  fail,
  faultyStore,
  hang,
  hold,
  loaderSpy,
  manualClock,
  times,
} from '@larder/core/testing'
import { outcomeOf } from './support/observed-cache.ts'
import { partedStore } from './support/parted-store.ts'
import { productLoader } from './support/product-loader.ts'

/** A store that hangs, so long that nobody asks it any more. */
async function outOfTouch(...[policy = {}, options = {}]: Parameters<typeof productLoader>) {
  const made = productLoader(policy, options)
  const events = made.record('circuit')
  await made.loader.loadMany(['a', 'b'])
  await made.clock.advance(0)
  made.store.injectEverywhere(hang())
  for (let i = 0; i < 5; i++) {
    const read = made.loader.load('a')
    await made.clock.advance(250)
    await read
  }
  return { ...made, events }
}

describe('the store’s circuit', () => {
  test('law 4: once it is open a read costs what it would cost without the store: no command, and no time', async () => {
    const { loader, source, commandsOf, events } = await outOfTouch()
    const loads = source.calls.length
    const commands = await commandsOf(async () => {
      for (let i = 0; i < 3; i++) expect(await loader.loadMany(['a', 'b'])).toEqual(['old a', 'old b'])
    })
    expect(commands).toEqual({})
    expect(source.calls.length).toBe(loads + 3)
    expect(events).toEqual([{ of: 'store', name: 'reads', state: 'open' }])
  })

  test('law 4: a write that is done has the next read probe, without waiting for its second', async () => {
    const { loader, store, source } = await outOfTouch()
    const loads = source.calls.length
    store.heal()
    await loader.prime('a', 'primed')
    expect(await loader.load('a')).toBe('primed')
    expect(await loader.cached('b')).toBe('old b')
    expect(source.calls).toHaveLength(loads)
  })

  test('law 4: it opens within three times storeTimeout where the store was well under full load until it hung', async () => {
    const { loader, store, clock, commandsOf, record } = productLoader()
    const events = record('circuit')
    for (let i = 0; i < 1_000; i++) await loader.load('a')
    store.injectEverywhere(hang())
    for (let ms = 0; ms <= 750; ms += 10) {
      void loader.load('a')
      await clock.advance(10)
    }
    await clock.advance(250)
    expect(events).toContainEqual({ of: 'store', name: 'reads', state: 'open' })
    expect(await commandsOf(() => loader.load('a'))).toEqual({})
  })

  test('law 4: one read probes every second, and hits are served again when the store is back', async () => {
    const { loader, source, store, clock, commandsOf, events } = await outOfTouch()
    await clock.advance(1_000)
    const probing = commandsOf(async () => {
      const reads = [loader.load('a'), loader.load('a')]
      await clock.advance(250)
      await Promise.all(reads)
      await loader.load('a')
    })
    expect(await probing).toEqual({ readMany: 1 })
    store.heal()
    await clock.advance(1_000)
    await loader.load('a')
    const loads = source.calls.length
    expect(await loader.load('a')).toBe('old a')
    expect(source.calls.length).toBe(loads)
    expect(events.map(({ state }) => state)).toEqual(['open', 'closed'])
  })

  test('law 4: a store that answers reads while its writes hang serves its hits', async () => {
    const { loader, source, store, record, clock, commandsOf } = productLoader()
    const events = record('circuit')
    await loader.load('a')
    for (const operation of ['acquire', 'fill', 'fail', 'release'] as const) store.inject(hang(), operation)
    for (let i = 0; i < 5; i++) {
      const read = loader.load(`absent ${i}`)
      await clock.advance(250)
      await read
    }
    expect(events).toEqual([{ of: 'store', name: 'writes', state: 'open' }])
    const commands = await commandsOf(async () => {
      expect(await loader.loadMany(['a', 'b'])).toEqual(['old a', 'old b'])
    })
    expect(commands).toEqual({ readMany: 1 })
    expect(source.countOf('a')).toBe(1)
  })

  test('law 4: a store that refuses is asked on, since its answer costs nothing: one that is full, or that moves slots', async () => {
    const { loader, source, store, record, commandsOf } = productLoader()
    const events = record('circuit')
    store.inject(fail(new Error('OOM command not allowed')), 'acquire')
    for (let i = 0; i < 20; i++) await loader.load('a')
    store.heal()
    expect(await commandsOf(() => loader.load('a'))).toEqual({ readMany: 1, acquire: 1, fill: 1 })
    expect(events).toEqual([])
    expect(source.calls.length).toBe(21)
  })

  test('law 3: an invalidation is tried even so, and delivered as soon as the store is back', async () => {
    const { loader, store, clock, commandsOf, record } = await outOfTouch()
    for (let i = 0; i < 5; i++) {
      const failing = outcomeOf(loader.invalidate('b'))
      await clock.advance(250)
      await failing
    }
    store.heal()
    const invalidated = record('invalidated')
    expect(await commandsOf(() => loader.invalidate('a'))).toMatchObject({ invalidate: 1 })
    expect(invalidated.flatMap(({ ids }) => ids)).toContain('a')
  })

  test('law 4: each part of the store has its own', async () => {
    const clock = manualClock()
    const [a, b] = [faultyStore(memoryStore({ clock })), faultyStore(memoryStore({ clock }))]
    const cache = createCache({ namespace: 'shop', store: partedStore({ a, b }), clock })
    const source = loaderSpy<string, string>(['a1', 'b1'].map((id) => [id, id]))
    const rows = cache.loader('row', source.load)
    const parts: (string | undefined)[] = []
    cache.on('circuit', ({ part }) => void parts.push(part))
    await rows.loadMany(['a1', 'b1'])
    a.injectEverywhere(hang())
    for (let i = 0; i < 5; i++) {
      const read = rows.loadMany(['a1', 'b1'])
      await clock.advance(250)
      await read
    }
    const before = a.calls('readMany').length
    await rows.loadMany(['a1', 'b1'])
    expect(a.calls('readMany').length).toBe(before)
    expect(parts).toEqual(['a'])
    expect(source.countOf('b1')).toBe(1)
    await cache.close()
  })

  test('what is near goes on being served', async () => {
    const { loader, source, store, clock } = productLoader({}, { near: { ttl: '1m' } })
    for (let i = 0; i < 2; i++) await loader.load('a')
    store.injectEverywhere(hang())
    for (let i = 0; i < 5; i++) {
      const read = loader.load('b')
      await clock.advance(250)
      await read
    }
    expect(await loader.load('a')).toBe('old a')
    expect(source.countOf('a')).toBe(1)
  })
})

describe('the budget of a read', () => {
  test('law 4: all commands of a read together take at most storeTimeout', async () => {
    const { loader, store, clock, source } = productLoader()
    const [slowRead, slowAcquire] = [barrier(), barrier()]
    store.inject(hold(slowRead), 'readMany')
    store.inject(hold(slowAcquire), 'acquire')
    const read = loader.load('a')
    await slowRead.arrived()
    await clock.advance(200)
    slowRead.open()
    await slowAcquire.arrived()
    await clock.advance(49)
    expect(source.calls.length).toBe(0)
    await clock.advance(1)
    expect(await read).toBe('old a')
    slowAcquire.open()
    await clock.advance(0)
    expect(store.calls('release').length).toBe(1)
  })
})

describe('cool-downs while the store is out', () => {
  test('law 4: this process calls a failing source once per cool-down, as ever', async () => {
    const { loader, source, store, clock } = productLoader({
      cooldown: { base: 100, cap: 1_000 },
      source: { circuit: { minimum: 1_000 } },
    })
    store.injectEverywhere(fail())
    source.inject(fail(new Error('no connection')))
    const called: number[] = []
    for (let ms = 0; ms < 3_000; ms += 10) {
      const before = source.calls.length
      const outcome = await outcomeOf(loader.load('a'))
      if (source.calls.length > before) called.push(ms)
      else expect(outcome).toMatchObject({ error: { code: 'LARDER_COOLING_DOWN' } })
      await clock.advance(10)
    }
    expect(called).toEqual([0, 100, 300, 700, 1_500, 2_500])
  })

  test('law 4: a cool-down that began before it went out holds on', async () => {
    const { loader, source, store } = productLoader({ cooldown: { base: '1m', cap: '1m' } })
    source.inject(times(1, fail(new Error('no connection'))))
    await outcomeOf(loader.load('a'))
    store.injectEverywhere(fail())
    expect(await outcomeOf(loader.load('a'))).toMatchObject({ error: { code: 'LARDER_COOLING_DOWN' } })
    expect(source.calls.length).toBe(1)
  })

  test('law 4: a load that succeeds ends it', async () => {
    const { loader, source, store, clock } = productLoader({ cooldown: { base: 100, cap: 1_000 } })
    store.injectEverywhere(dropReply())
    source.inject(times(2, fail(new Error('no connection'))))
    await outcomeOf(loader.load('a'))
    await clock.advance(100)
    await outcomeOf(loader.load('a'))
    await clock.advance(200)
    for (let i = 0; i < 3; i++) expect(await loader.load('a')).toBe('old a')
  })
})
