import { expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { barrier, fail, faultyStore, hang, hold } from '@larder/core/testing'
import { withLoaders } from '../src/index.ts'
import { apolloServer, serve } from './support/serve.ts'
import { createShop, renameInSource } from './support/shop.ts'

const rename = (awaited: boolean) => `mutation { rename(id: "1", name: "Rye", awaited: ${awaited}) { name } }`
const read = '{ product(id: "1") { name } }'
const recall = 'mutation { recall(id: "1") }'
const renamed = { data: { rename: { name: 'Rye' } } }
const readRye = { data: { product: { name: 'Rye' } } }

/** A shop whose store's invalidations go wrong when the test says so. */
function createFaultyShop() {
  const store = faultyStore(memoryStore())
  return { store, shop: createShop({ store }) }
}

for (const awaited of [true, false]) {
  const how = awaited ? 'an awaited invalidation' : 'an invalidation that nobody awaits'

  test(`law 3: ${how} is seen by the payload of its mutation, and by the next request`, async () => {
    const { ask } = await serve(createShop())
    await ask(read)

    expect(await ask(rename(awaited))).toEqual(renamed)
    expect(await ask(read)).toEqual(readRye)
  })
}

test('the response waits for an invalidation that nobody awaits', async () => {
  const { store, shop } = createFaultyShop()
  const server = apolloServer(shop)
  const delivery = barrier()
  store.inject(hold(delivery), 'deleteMany', 'invalidate')
  const steps: string[] = []

  const answer = server.executeOperation({ query: recall }).then(() => steps.push('answered'))
  await delivery.arrived()
  // All that was going to happen without the store has happened.
  await shop.clock.advance(0)
  steps.push('store answers')
  delivery.open()
  await answer
  expect(steps).toEqual(['store answers', 'answered'])
  await server.stop()
})

test('the response waits no longer than invalidationTimeout', async () => {
  const { store, shop } = createFaultyShop()
  const { ask } = await serve(shop, { larder: { invalidationTimeout: 20 } })
  store.inject(hang(), 'deleteMany', 'invalidate')

  // The cache's own clock stands still, so that nothing but the response's bound can end this.
  expect(await ask(recall)).toEqual({ data: { recall: true } })
  store.heal()
  await shop.clock.advance(250)
})

test('a mutation whose invalidation is undelivered answers, with an event', async () => {
  const { store, shop } = createFaultyShop()
  const { ask } = await serve(shop)
  store.inject(fail(new Error('no connection')), 'deleteMany', 'invalidate')
  const failed = new Promise((resolve) => shop.cache.on('store-error', resolve))

  const answer = ask(rename(false))
  await failed
  await shop.clock.advance(250)
  expect(await answer).toEqual(renamed)
})

test('a resolver that awaits an undelivered invalidation sees the rejection', async () => {
  const { store, shop } = createFaultyShop()
  const { ask } = await serve(shop)
  store.inject(fail(new Error('no connection')), 'deleteMany', 'invalidate')
  const failed = new Promise((resolve) => shop.cache.on('store-error', resolve))

  const answer = ask(rename(true))
  await failed
  await shop.clock.advance(250)
  const { data, errors } = await answer
  expect(data).toEqual({ rename: null })
  expect(errors).toMatchObject([{ path: ['rename'], extensions: { code: 'LARDER_INVALIDATION_PENDING' } }])
})

test('law 11: an undelivered invalidation that nobody awaits is no unhandled rejection', async () => {
  const { store, shop } = createFaultyShop()
  const { loaders } = withLoaders(shop.loaders, {})
  store.inject(fail(new Error('no connection')), 'deleteMany', 'invalidate')
  const failed = new Promise((resolve) => shop.cache.on('store-error', resolve))

  const unhandled: unknown[] = []
  const listener = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', listener)
  void loaders.products.invalidate('1')
  await failed
  await shop.clock.advance(250)
  process.off('unhandledRejection', listener)
  expect(unhandled).toEqual([])
})

test('invalidate forgets at once what the request has read, under any form of its ID', async () => {
  const shop = createShop()
  const { loaders } = withLoaders(shop.loaders, {})
  await loaders.products.loadMany([42, '1'])
  renameInSource(shop, '42', 'Beach towel')
  renameInSource(shop, '1', 'Rye')

  void loaders.products.invalidateMany(['42', 1])
  expect(await loaders.products.loadMany([42, '1'])).toMatchObject([{ name: 'Beach towel' }, { name: 'Rye' }])
})

test('an invalid key throws at once, and nothing is invalidated', async () => {
  const shop = createShop()
  const { loaders } = withLoaders(shop.loaders, {})
  await loaders.products.load('1')

  expect(() => loaders.products.invalidateMany(['1', ''])).toThrow(/Loader "product"/)
  await withLoaders(shop.loaders, {}).loaders.products.load('1')
  expect(shop.products.countOf('1')).toBe(1)
})

test('clear, clearAll and prime touch the memo of the request alone', async () => {
  const shop = createShop()
  const mine = withLoaders(shop.loaders, {}).loaders.products
  const theirs = withLoaders(shop.loaders, {}).loaders.products
  const primed = { id: '3', name: 'Primed', makerId: 'bees' }

  await mine.load('1')
  await mine.clear('1').load('1')
  await mine.clearAll().load('1')
  expect(shop.products.countOf('1')).toBe(1)

  expect(await mine.prime('3', primed).load('3')).toBe(primed)
  expect(await theirs.load('3')).toMatchObject({ name: 'Honey' })
})
