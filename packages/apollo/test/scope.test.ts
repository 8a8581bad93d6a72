import { expect, test } from '@jest/globals'
import { serve } from './support/serve.ts'
import { createShop } from './support/shop.ts'

const cart = '{ cart(id: "main") { owner } }'
const owned = (owner: string) => ({ data: { cart: { owner } } })

test("law 6: what one user loads is never another's", async () => {
  const shop = createShop()
  const { ask } = await serve(shop)

  for (let round = 0; round < 2; round++) {
    const [ada, bob] = await Promise.all([ask(cart, { userId: 'ada' }), ask(cart, { userId: 'bob' })])
    expect(ada).toEqual(owned('ada (main)'))
    expect(bob).toEqual(owned('bob (main)'))
  }
  expect(shop.cartsLoaded.map(({ scope }) => scope).sort()).toEqual(['ada', 'bob'])
})

test('law 6: nor in one batched HTTP request, should its operations have different users', async () => {
  const shop = createShop()
  const { askBatch } = await serve(shop, {
    plugins: [
      {
        // As a gateway would that lets every operation bring its own user.
        async requestDidStart({ contextValue, request }) {
          contextValue.userId = request.variables?.as
        },
      },
    ],
  })
  const query = cart
  const batch = [
    { query, variables: { as: 'ada' } },
    { query, variables: { as: 'bob' } },
  ]
  expect(await askBatch(batch)).toEqual([owned('ada (main)'), owned('bob (main)')])
  expect(await askBatch(batch.reverse())).toEqual([owned('bob (main)'), owned('ada (main)')])
})

test('without a scope, each field that needs one fails by itself', async () => {
  const shop = createShop()
  const { ask } = await serve(shop)

  const { data, errors } = await ask(
    '{ a: cart(id: "a") { owner } b: cart(id: "b") { owner } product(id: "1") { name } }',
  )
  expect(data).toEqual({ a: null, b: null, product: { name: 'Flour' } })
  expect(errors?.map(({ path, extensions }) => [path, extensions?.code])).toEqual([
    [['a'], 'LARDER_SCOPE'],
    [['b'], 'LARDER_SCOPE'],
  ])
  expect(shop.cartsLoaded).toEqual([])
})
