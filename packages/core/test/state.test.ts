/** What `cache.state()` says of moments that the test has made. */
import { expect, test } from '@jest/globals'
import type { Leases } from '@larder/core'
import { barrier, fail, hang, hold, manualClock } from '@larder/core/testing'
import { fleet, keyOf, leaseOf } from './support/fleet.ts'
import { productLoader } from './support/product-loader.ts'

test('flights, what runs and what is queued at a source, and its limit', async () => {
  const { cache, loader, clock, source } = productLoader({ source: { name: 'db', concurrency: 2 } })
  const idle = { name: 'db', running: 0, queued: 0, limit: 2, circuit: 'closed' }
  const state = () => cache.state()
  const ofLoader = (flights: number) => ({
    name: 'product',
    mode: 'on',
    shadow: { compared: 0, mismatches: 0 },
    flights,
    waiters: 0,
    pendingInvalidations: 0,
  })
  expect(state()).toEqual({
    loaders: [ofLoader(0)],
    sources: [idle],
    storeCircuits: [],
    pendingTags: 0,
  })
  const slow = barrier()
  source.inject(hold(slow))
  const reads: Promise<unknown>[] = []
  for (const id of ['a', 'b', 'c']) {
    reads.push(loader.load(id))
    await clock.advance(0)
  }
  reads.push(loader.load('c'))
  await clock.advance(0)
  expect(state().loaders).toEqual([ofLoader(3)])
  expect(state().sources).toEqual([{ ...idle, running: 2, queued: 1 }])
  slow.open()
  await Promise.all(reads)
  await clock.advance(0)
  expect(state().sources).toEqual([idle])
  expect(state().loaders[0]?.flights).toBe(0)
})

test('a load that has timed out runs until it ends', async () => {
  const { cache, loader, clock, source } = productLoader({ timeout: '1s' })
  source.inject(hang())
  const read = loader.load('a').catch(() => {})
  await clock.advance(1_000)
  await read
  expect(cache.state().sources[0]?.running).toBe(1)
})

test('who waits for a lease that another process holds', async () => {
  const { clock, memory, put, join } = fleet()
  const { cache, rows } = join()
  put('1', 1)
  put('2', 2)
  await (memory.leases as Leases).acquire([
    { lease: leaseOf('1'), keys: [keyOf('1')], token: 'of another one..', seen: undefined, life: 2_000 },
  ])
  const read = rows.loadMany(['1', '2'])
  await clock.advance(100)
  expect(cache.state().loaders).toMatchObject([{ flights: 1, waiters: 1 }])
  await clock.advance(3_000)
  await read
  expect(cache.state().loaders).toMatchObject([{ flights: 0, waiters: 0 }])
})

test('circuits, of a source and of the store, and invalidations that are pending', async () => {
  const { cache, loader, clock, source, store } = productLoader({
    source: { name: 'db', circuit: { minimum: 2 } },
    cooldown: { base: '1ms', cap: '1ms' },
  })
  source.inject(fail())
  for (const id of ['a', 'b']) await loader.load(id).catch(() => {})
  await clock.advance(0)
  expect(cache.state().sources).toMatchObject([{ circuit: 'open' }])
  expect(cache.state().storeCircuits).toEqual([
    { of: 'reads', circuit: 'closed' },
    { of: 'writes', circuit: 'closed' },
  ])

  store.injectEverywhere(hang())
  for (let i = 0; i < 5; i++) {
    const pending = loader.invalidateMany([`${i}`, 'x']).catch(() => {})
    await clock.advance(1_000)
    await pending
  }
  expect(cache.state().loaders).toMatchObject([{ pendingInvalidations: 6 }])
  expect(cache.state().storeCircuits).toContainEqual({ of: 'writes', circuit: 'open' })
  store.heal()
  await clock.advance(20_000)
  expect(cache.state().loaders).toMatchObject([{ pendingInvalidations: 0 }])
  expect(cache.state().storeCircuits).toContainEqual({ of: 'writes', circuit: 'closed' })
})

test('what the near cache holds', async () => {
  const { cache, loader } = productLoader({}, { clock: manualClock(), near: { ttl: '5s' } })
  expect(cache.state().near).toEqual({ entries: 0, bytes: 0 })
  for (const _ of ['loaded', 'kept']) await loader.loadMany(['a', 'b', 'unknown'])
  const { entries, bytes = 0 } = cache.state().near ?? {}
  expect(entries).toBe(3)
  expect(bytes).toBeGreaterThan(3 * 450)
  await loader.invalidate('a')
  expect(cache.state().near?.entries).toBe(2)
  expect(cache.state().near?.bytes).toBeLessThan(bytes)
})
