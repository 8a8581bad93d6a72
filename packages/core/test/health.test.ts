import { expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { barrier, fail, faultyStore, hang, hold, manualClock } from '@larder/core/testing'
import { outcomeOf } from './support/observed-cache.ts'
import { partedStore } from './support/parted-store.ts'
import { productLoader } from './support/product-loader.ts'

const WELL = {
  status: 'ok',
  store: { reads: 'closed', writes: 'closed', isOut: false, out: [] },
  sources: { product: { circuit: 'closed', running: 0, hanging: 0, queued: 0, limit: 16 } },
  invalidations: { undelivered: 0, oldest: 0 },
  loaders: { product: { mode: 'on', flights: 0 } },
}

test('a cache is ok until it has met something that is not, and asks nobody to say so', async () => {
  const { cache, loader, commandsOf } = productLoader()
  expect(cache.health()).toEqual({ ...WELL, bus: 'idle' })
  await loader.load('a')
  const commands = await commandsOf(async () => expect(cache.health()).toEqual({ ...WELL, bus: 'up' }))
  expect(commands).toEqual({})
  await cache.close()
  expect(cache.health()).toMatchObject({ status: 'closed' })
})

test('health counts what runs, hangs and queues at a source, and the flights of a loader', async () => {
  const { cache, loader, source, clock } = productLoader({ source: { name: 'db', concurrency: 1 } })
  const loading = barrier()
  source.inject(hold(loading))
  const reads = [outcomeOf(loader.load('a'))]
  await loading.arrived()
  reads.push(outcomeOf(loader.load('b')))
  await clock.advance(1)
  const db = { running: 1, queued: 1, hanging: 0, limit: 1 }
  expect(cache.health()).toMatchObject({
    status: 'ok',
    sources: { db },
    loaders: { product: { flights: 2 } },
  })
  await clock.advance(3_000)
  expect(cache.health()).toMatchObject({
    status: 'degraded',
    sources: { db: { running: 1, queued: 0, hanging: 1 } },
  })
  loading.open()
  await Promise.all(reads)
  await clock.advance(0)
  expect(cache.health()).toMatchObject({ status: 'ok', sources: { db: { running: 0, hanging: 0 } } })
})

test('health tells of open circuits, of the store and of sources', async () => {
  const { cache, loader, store, source, clock } = productLoader()
  store.injectEverywhere(hang())
  source.inject(fail(new Error('down')))
  for (let i = 0; i < 30; i++) {
    const read = outcomeOf(loader.load(`${i}`))
    await clock.advance(1_000)
    await read
  }
  expect(cache.health()).toMatchObject({
    status: 'degraded',
    store: { reads: 'open', isOut: true, out: [] },
    sources: { product: { circuit: 'open' } },
  })
})

test('health names the parts of the store that are out', async () => {
  const clock = manualClock()
  const [a, b] = [faultyStore(memoryStore({ clock })), memoryStore({ clock })]
  const { cache, loader } = productLoader({}, { clock, store: partedStore({ a, b }) })
  a.injectEverywhere(fail())
  await loader.loadMany(['a', 'b'])
  expect(cache.health()).toMatchObject({ status: 'degraded', store: { isOut: true, out: ['a'] } })
})

test('health counts invalidations that are undelivered, and for how long', async () => {
  const { cache, loader, store, clock } = productLoader()
  store.inject(fail(), 'invalidate')
  await outcomeOf(loader.invalidate('a'))
  await clock.advance(1_000)
  await outcomeOf(loader.invalidateMany(['a', 'b']))
  await clock.advance(1_000)
  const { status, invalidations } = cache.health()
  expect([status, invalidations]).toEqual(['degraded', { undelivered: 2, oldest: 2_000 }])
  store.heal()
  await clock.advance(10_000)
  expect(cache.health()).toMatchObject({ status: 'ok', invalidations: { undelivered: 0, oldest: 0 } })
})

test('health counts tags whose invalidation is undelivered, too', async () => {
  const { cache, store, clock } = productLoader()
  store.inject(fail(), 'mark')
  await outcomeOf(cache.invalidateTags(['a', 'b']))
  await clock.advance(1_000)
  const { status, invalidations } = cache.health()
  expect([status, invalidations]).toEqual(['degraded', { undelivered: 2, oldest: 1_000 }])
  expect(cache.state().pendingTags).toBe(2)
  store.heal()
  await clock.advance(10_000)
  expect(cache.health()).toMatchObject({ status: 'ok', invalidations: { undelivered: 0 } })
})

test('health tells the modes, and what mode shadow has found', async () => {
  const { cache, loader, change, clock } = productLoader({}, { mode: 'shadow', shadow: { sample: 1 } })
  for (let i = 0; i < 2; i++) {
    await loader.load('a')
    await clock.advance(1)
    change()
  }
  await clock.advance(1_000)
  expect(cache.health().loaders).toEqual({
    product: { mode: 'shadow', flights: 0, shadow: { compared: 1, mismatches: 1, unsettled: 0 } },
  })
})
