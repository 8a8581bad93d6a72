import { beforeEach, expect, jest, test } from '@jest/globals'
import { serve } from '../src/federation.ts'
import { ask, post } from './support/ask.ts'
import { opened, openShop } from './support/open.ts'
import { rename } from './support/queries.ts'

beforeEach(() => void jest.spyOn(console, 'info').mockImplementation(() => {}))

/** As a router asks a subgraph for what another subgraph has only the keys of. */
async function resolveReferences(url: string, ids: readonly string[]): Promise<unknown> {
  const query = `query ($representations: [_Any!]!) {
    _entities(representations: $representations) { ... on Product { name } }
  }`
  const representations = ids.map((id) => ({ __typename: 'Product', id }))
  const response = await post(url, { query, variables: { representations } })
  return ((await response.json()) as { data?: { _entities?: unknown } }).data?._entities
}

const [flour, bran, honey] = [{ name: 'Flour' }, { name: 'Bran' }, { name: 'Honey' }]

test('all references of a request are one load, each key once', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  expect(await resolveReferences(url, ['1', '2', '1'])).toEqual([flour, bran, flour])
  expect(shop.loads).toEqual(['products 1,2'])
})

test('references and queries hit what either has loaded', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  await ask(url, '{ product(id: "1") { name } }')
  expect(await resolveReferences(url, ['1', '3'])).toEqual([flour, honey])
  await ask(url, '{ product(id: "3") { name } }')
  expect(shop.loads).toEqual(['products 1', 'products 3'])
})

test('a reference to nothing is null, and is remembered as missing', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  for (let request = 0; request < 2; request++) {
    expect(await resolveReferences(url, ['spoon', '1'])).toEqual([null, flour])
  }
  expect(shop.loads).toEqual(['products spoon,1'])
})

test('after a mutation, references resolve to what it wrote', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  await resolveReferences(url, ['1', '2'])
  await ask(url, rename)
  expect(await resolveReferences(url, ['1', '2'])).toEqual([{ name: 'Rye' }, bran])
  expect(shop.loads).toEqual(['products 1,2', 'products 1'])
})

test('the subgraph tells a router its schema, keys included', async () => {
  const { url } = await opened(serve(openShop()))
  const { data } = await ask(url, '{ _service { sdl } }')
  expect(data).toMatchObject({
    _service: { sdl: expect.stringMatching(/type Product\s+@key\(fields: "id"\)/) },
  })
})
