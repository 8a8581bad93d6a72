/** What holds for each way of serving over HTTP, asked of each. */
import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { serve as batchedHttp } from '../src/batched-http.ts'
import { serve as contextFactory } from '../src/context-factory.ts'
import { serve as federation } from '../src/federation.ts'
import { serve as reload } from '../src/reload.ts'
import { serve as yoga } from '../src/yoga.ts'
import { ask } from './support/ask.ts'
import { opened, openShop } from './support/open.ts'
import { cart, cartOf, flourTwice, rename, twice } from './support/queries.ts'

// What servers say when they start, and what Yoga says of each error that it hides from clients.
beforeEach(() => {
  for (const level of ['info', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => {})
})

describe.each(Object.entries({ batchedHttp, contextFactory, federation, reload, yoga }))('%s', (_, serve) => {
  test('loads a key once in a request, and not again in the next', async () => {
    const shop = openShop()
    const { url } = await opened(serve(shop))
    for (let request = 0; request < 3; request++) expect((await ask(url, twice)).data).toEqual(flourTwice)
    expect(shop.loads).toEqual(['products 1,2'])
  })

  test('law 6: gives each user their own, once loaded, and nobody that of another', async () => {
    const shop = openShop()
    const { url } = await opened(serve(shop))
    for (const user of ['ada', 'ben', 'ada', 'ben']) {
      expect((await ask(url, cart, user)).data).toEqual(cartOf(user))
    }
    expect(shop.loads).toEqual(['carts main of ada', 'products 1,2', 'carts main of ben'])
  })

  test('law 6: keeps users apart who ask at the same time', async () => {
    const shop = openShop()
    const { url } = await opened(serve(shop))
    const users = Array.from({ length: 40 }, (_, i) => `user ${i % 4}`)
    const answers = await Promise.all(users.map((user) => ask(url, cart, user)))
    expect(answers.map(({ data }) => data)).toEqual(users.map(cartOf))
    const carts = shop.loads.filter((load) => load.startsWith('carts'))
    expect(carts.toSorted()).toEqual([0, 1, 2, 3].map((i) => `carts main of user ${i}`))
  })

  test('refuses what is scoped to a user where there is none', async () => {
    const shop = openShop()
    const { url } = await opened(serve(shop))
    await ask(url, cart, 'ada')
    expect(await ask(url, cart)).toMatchObject({ data: { cart: null }, errors: [{}] })
    expect(shop.loads.filter((load) => load.startsWith('carts'))).toEqual(['carts main of ada'])
  })

  test('law 3: shows a mutation in its own payload and to the next request', async () => {
    const shop = openShop()
    const { url } = await opened(serve(shop))
    await ask(url, twice)
    expect((await ask(url, rename)).data).toEqual({ rename: { name: 'Rye' } })
    expect((await ask(url, twice)).data).toMatchObject({ a: { name: 'Rye' } })
    expect(shop.loads).toEqual(['products 1,2', 'products 1'])
  })
})
