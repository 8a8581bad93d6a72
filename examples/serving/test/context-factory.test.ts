import { expect, test } from '@jest/globals'
import { serve } from '../src/context-factory.ts'
import { ask, post } from './support/ask.ts'
import { opened, openShop } from './support/open.ts'
import { cart, cartOf, twice } from './support/queries.ts'

test('a request is authenticated once, whoever asks for its context', async () => {
  const shop = openShop()
  const asked: unknown[] = []
  const authenticate = async (token: unknown) => {
    asked.push(token)
    return { userId: `user of ${token}` }
  }
  const { url } = await opened(serve(shop, 0, authenticate))
  const response = await post(url, { query: cart }, { 'x-user': 'token 1' })
  expect(response.headers.get('x-user')).toBe('user of token 1')
  expect(await response.json()).toEqual({ data: cartOf('user of token 1') })
  await ask(url, cart, 'token 2')
  expect(asked).toEqual(['token 1', 'token 2'])
})

test('a context is remembered for its request alone', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  await ask(url, twice, 'ada')
  shop.names.set('1', 'Rye')
  await shop.loaders.products.invalidate('1')
  expect(await ask(url, twice, 'ada')).toMatchObject({ data: { a: { name: 'Rye' } } })
  expect(shop.loads).toEqual(['products 1,2', 'products 1'])
})

test('a factory that rejects loads nothing', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop, 0, () => Promise.reject(new Error('who?'))))
  expect((await post(url, { query: twice })).status).toBe(500)
  expect(shop.loads).toEqual([])
})
