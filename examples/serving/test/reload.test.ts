import { makeExecutableSchema } from '@graphql-tools/schema'
import { expect, test } from '@jest/globals'
import { serve } from '../src/reload.ts'
import { resolversFor, typeDefs } from '../src/schema.ts'
import type { Product, Shop } from '../src/shop.ts'
import { ask } from './support/ask.ts'
import { opened, openShop } from './support/open.ts'

/** The shop's next schema: products have a label, too. */
function nextSchema(shop: Shop) {
  const more = 'extend type Product { label: String! }'
  const resolvers = { ...resolversFor(shop), Product: { label: ({ id, name }: Product) => `${id} ${name}` } }
  return makeExecutableSchema({ typeDefs: [typeDefs, more], resolvers })
}

test('a schema that replaces another finds what was cached before', async () => {
  const shop = openShop()
  const { url, replace } = await opened(serve(shop))
  const labelled = '{ product(id: "1") { label } }'
  expect(await ask(url, labelled)).toMatchObject({ errors: [{ message: /label/ }] })
  await ask(url, '{ product(id: "1") { name } }')

  replace(nextSchema(shop))
  expect(await ask(url, labelled)).toEqual({ data: { product: { label: '1 Flour' } } })
  expect(shop.loads).toEqual(['products 1'])
})

test('a schema may be replaced many times, each request is still one load', async () => {
  const shop = openShop()
  const { url, replace } = await opened(serve(shop))
  for (const id of ['1', '2', '3']) {
    replace(nextSchema(shop))
    await ask(url, `{ a: product(id: "${id}") { label } b: product(id: "${id}") { name } }`)
  }
  expect(shop.loads).toEqual(['products 1', 'products 2', 'products 3'])
})

test("after the server has stopped, a new schema is nobody's", async () => {
  const shop = openShop()
  const { replace, stop } = await serve(shop)
  await stop()
  expect(() => replace(nextSchema(shop))).not.toThrow()
})
