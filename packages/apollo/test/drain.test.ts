/** What a server that stops waits for. */
import { expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { barrier, faultyStore, hang, hold } from '@larder/core/testing'
import { type LarderOptions, withLoaders } from '../src/index.ts'
import { serve } from './support/serve.ts'
import { createShop, type Shop, type ShopContext } from './support/shop.ts'

/** A server that has answered a request, and what that request can still do. */
async function serveOnce(invalidationTimeout: LarderOptions<never>['invalidationTimeout'] = '1h') {
  const store = faultyStore(memoryStore())
  const shop = createShop({ store })
  const contexts: Pick<ShopContext, 'loaders'>[] = []
  const draining = barrier()
  draining.open()
  const { ask, server } = await serve(shop, {
    // Called when the HTTP server has been drained.
    plugins: [{ serverWillStart: async () => ({ serverWillStop: draining.pass }) }],
    larder: { invalidationTimeout } as Partial<LarderOptions<Shop['loaders']>>,
    context: (viewer) => {
      const context = withLoaders(shop.loaders, viewer)
      contexts.push(context)
      return context
    },
  })
  await ask('{ product(id: "1") { name } }')
  const [{ loaders }] = contexts as [Pick<ShopContext, 'loaders'>]
  return { shop, store, server, loaders, drained: () => draining.arrived() }
}

test('law 3: a server that stops waits for invalidations that no response waits for', async () => {
  const { shop, store, server, loaders, drained } = await serveOnce()
  const delivery = barrier()
  store.inject(hold(delivery), 'invalidate')
  const steps: string[] = []
  void loaders.products.invalidate('1').then(() => steps.push('invalidated'))
  await delivery.arrived()
  const stopping = server.stop().then(() => steps.push('stopped'))
  await drained()
  // All that was going to happen without the store has happened.
  await shop.clock.advance(0)
  steps.push('store answers')
  delivery.open()
  await stopping

  expect(steps).toEqual(['store answers', 'invalidated', 'stopped'])
})

test('so it does for what the cache still does behind the scenes', async () => {
  const { shop, store, server, loaders, drained } = await serveOnce()
  await shop.loaders.products.invalidate('1')
  const filling = barrier()
  store.inject(hold(filling), 'fill')
  await loaders.products.clear('1').load('1')
  await filling.arrived()
  const steps: string[] = []
  const stopping = server.stop().then(() => steps.push('stopped'))
  await drained()
  await shop.clock.advance(0)
  steps.push('store answers')
  filling.open()
  await stopping

  expect(steps).toEqual(['store answers', 'stopped'])
  expect(await shop.loaders.products.cached('1')).toMatchObject({ name: 'Flour' })
})

test('it waits for a fill that hangs no longer than invalidationTimeout', async () => {
  const { shop, store, server, loaders } = await serveOnce(20)
  await shop.loaders.products.invalidate('1')
  store.inject(hang(), 'fill')
  await loaders.products.clear('1').load('1')

  await server.stop()
  store.heal()
  await shop.clock.advance(250)
})

test('it waits no longer than invalidationTimeout', async () => {
  const { shop, store, server, loaders } = await serveOnce(20)
  store.inject(hang(), 'invalidate')
  loaders.products.invalidate('1').catch(() => {})

  // The cache's own clock stands still, so that nothing but the bound can end this.
  await server.stop()
  store.heal()
  await shop.clock.advance(250)
})

test('law 11: the cache stays open for whoever made it', async () => {
  const { shop, server, loaders } = await serveOnce()
  await loaders.products.invalidate('1')
  await server.stop()

  expect(await shop.loaders.products.load('1')).toMatchObject({ name: 'Flour' })
})
