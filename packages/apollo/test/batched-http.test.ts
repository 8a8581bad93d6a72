import { HeaderMap } from '@apollo/server'
import { expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { barrier, faultyStore, hold } from '@larder/core/testing'
import { withLoaders } from '../src/index.ts'
import { type Answer, apolloServer, type ServingOptions, serve } from './support/serve.ts'
import { createShop, renameInSource, type Shop, type ShopContext } from './support/shop.ts'

/** The two ways in which operations come by the loaders of their HTTP request. */
const ways: Record<string, (shop: Shop) => ServingOptions> = {
  'with withLoaders': (shop) => ({ context: (viewer) => withLoaders(shop.loaders, viewer) }),
  'without withLoaders': () => ({}),
}

for (const [way, optionsFor] of Object.entries(ways)) {
  test(`the operations of one HTTP request are loaded in one batch (${way})`, async () => {
    const shop = createShop()
    const { askBatch } = await serve(shop, optionsFor(shop))

    const answers = await askBatch([
      { query: '{ product(id: "1") { name } }' },
      { query: '{ products(ids: ["1", "2"]) { name } }' },
      { query: '{ product(id: "3") { name } }' },
    ])
    expect(answers).toEqual([
      { data: { product: { name: 'Flour' } } },
      { data: { products: [{ name: 'Flour' }, { name: 'Bran' }] } },
      { data: { product: { name: 'Honey' } } },
    ])
    expect(shop.products.calls.map(({ ids }) => ids)).toEqual([['1', '2', '3']])
  })
}

test('an invalidation in one operation clears what the others remember', async () => {
  const shop = createShop()
  const contexts: ShopContext[] = []
  const { askBatch } = await serve(shop, {
    plugins: [
      {
        async requestDidStart({ contextValue }) {
          contexts.push(contextValue)
        },
      },
    ],
  })
  await askBatch([{ query: '{ __typename }' }, { query: '{ __typename }' }], { userId: 'ada' })
  const [one, other] = contexts.map(({ loaders }) => loaders)
  await other?.carts.load('main')
  await other?.products.load('1')
  renameInSource(shop, '1', 'Rye')

  void one?.carts.invalidate('main')
  void one?.products.invalidate(1)
  await other?.carts.load('main')
  expect(shop.cartsLoaded).toHaveLength(2)
  expect(await other?.products.load('1')).toMatchObject({ name: 'Rye' })
})

test("an operation that has no user does not stand in the way of another's invalidation", async () => {
  const shop = createShop()
  const contexts: ShopContext[] = []
  const { askBatch } = await serve(shop, {
    plugins: [
      {
        async requestDidStart({ contextValue, request }) {
          contextValue.userId = request.variables?.as
          contexts.push(contextValue)
        },
      },
    ],
  })
  const query = '{ cart(id: "main") { owner } }'
  await askBatch([{ query, variables: { as: 'ada' } }, { query }])
  await contexts[0]?.loaders.carts.invalidate('main')
  await contexts[0]?.loaders.carts.load('main')
  expect(shop.cartsLoaded).toHaveLength(2)
})

test('the response waits for the invalidations of every operation', async () => {
  const store = faultyStore(memoryStore())
  const shop = createShop({ store })
  const server = apolloServer(shop)
  await server.start()
  const delivery = barrier()
  store.inject(hold(delivery), 'deleteMany', 'invalidate')
  const steps: string[] = []

  const body = [{ query: '{ product(id: "2") { name } }' }, { query: 'mutation { recall(id: "1") }' }]
  const headers = new HeaderMap([['content-type', 'application/json']])
  const answer = server
    .executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: 'POST', headers, search: '', body },
      context: async () => ({}) as ShopContext,
    })
    .then(() => steps.push('answered'))
  await delivery.arrived()
  await shop.clock.advance(0)
  steps.push('store answers')
  delivery.open()
  await answer
  expect(steps).toEqual(['store answers', 'answered'])
  await server.stop()
})

test('each operation reports what its HTTP request has read so far', async () => {
  const { askBatch } = await serve(createShop(), { larder: { report: true } })
  const answers = await askBatch([
    { query: '{ product(id: "1") { name } }' },
    { query: '{ products(ids: ["2", "3"]) { name } }' },
  ])
  const keys = ({ extensions }: Answer) => extensions?.larder?.loaders.products?.keys
  expect(answers.map(keys)).toEqual([3, 3])
})
