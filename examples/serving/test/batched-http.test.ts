import { expect, test } from '@jest/globals'
import { serve } from '../src/batched-http.ts'
import { type Answer, post } from './support/ask.ts'
import { opened, openShop } from './support/open.ts'
import { cart, cartOf } from './support/queries.ts'

const product = (id: string) => ({ query: `{ product(id: "${id}") { name } }` })

test('the operations of one HTTP request are one load, each key once', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  const response = await post(url, [product('1'), product('2'), product('1')])
  const answers = (await response.json()) as Answer[]
  expect(answers.map(({ data }) => data)).toEqual([
    { product: { name: 'Flour' } },
    { product: { name: 'Bran' } },
    { product: { name: 'Flour' } },
  ])
  expect(shop.loads).toEqual(['products 1,2'])
})

test("each operation's report is that of the whole HTTP request", async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  await post(url, [product('1')])
  const response = await post(url, [product('1'), product('3')])
  for (const { extensions } of (await response.json()) as Answer[]) {
    expect(extensions).toMatchObject({ larder: { loaders: { products: { keys: 2, hits: 1, loaded: 1 } } } })
  }
})

test('two users who send batches have their own carts', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  const batchOf = async (user: string) =>
    (await post(url, [{ query: cart }, { query: cart }], { 'x-user': user })).json()
  const [adas, bens] = (await Promise.all([batchOf('ada'), batchOf('ben')])) as [Answer[], Answer[]]
  expect(adas.map(({ data }) => data)).toEqual([cartOf('ada'), cartOf('ada')])
  expect(bens.map(({ data }) => data)).toEqual([cartOf('ben'), cartOf('ben')])
  const carts = shop.loads.filter((load) => load.startsWith('carts'))
  expect(carts.toSorted()).toEqual(['carts main of ada', 'carts main of ben'])
})
