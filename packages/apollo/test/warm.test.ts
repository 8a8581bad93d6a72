import { createServer } from 'node:http'
import { HeaderMap } from '@apollo/server'
import { expect, test } from '@jest/globals'
import { memoryStore, type Store } from '@larder/core'
import { barrier, fail, hang, hold, manualClock } from '@larder/core/testing'
import { atEnd } from './support/at-end.ts'
import { apolloServer, serve } from './support/serve.ts'
import { createShop } from './support/shop.ts'

const read = '{ products(ids: ["1", "2"]) { maker { name } } }'
const answer = { data: { products: [{ maker: { name: 'The Mill' } }, { maker: { name: 'The Mill' } }] } }

/** A store that remembers what a server before has read, and holds no entries. */
async function storeAfterTraffic(): Promise<Store> {
  const clock = manualClock()
  clock.draw = () => 0
  const store = memoryStore({ clock })
  const shop = createShop({ store, clock, hot: {} })
  const { ask, server } = await serve(shop)
  for (let i = 0; i < 3; i++) expect(await ask(read)).toEqual(answer)
  await server.stop()
  await shop.cache.close()
  for await (const key of store.scan?.('shop:{') ?? []) await store.deleteMany([key])
  return store
}

test('law 1: the hot keys are loaded before the server takes traffic, each once, and then not again', async () => {
  const shop = createShop({ store: await storeAfterTraffic() })
  const slow = barrier()
  shop.products.inject(hold(slow))
  let isServing = false
  const serving = serve(shop, { larder: { warm: { hot: 100 } } }).then((it) => {
    isServing = true
    return it
  })
  await slow.arrived()
  await shop.clock.advance(0)
  expect(isServing).toBe(false)
  slow.open()
  const { ask } = await serving
  const loaded = () => [...shop.products.calls, ...shop.makers.calls].map(({ ids }) => ids)
  expect(loaded()).toEqual([['1', '2'], ['mill']])

  expect(await ask(read)).toEqual(answer)
  expect(loaded().length).toBe(2)
})

test('law 1: requests that come in meanwhile wait, where the server listens before it has started', async () => {
  const shop = createShop({ store: await storeAfterTraffic() })
  const slow = barrier()
  shop.products.inject(hold(slow))
  const server = apolloServer(shop, { larder: { warm: { hot: 100 } } })
  server.startInBackgroundHandlingStartupErrorsByLoggingAndFailingAllRequests()
  const http = createServer(async (_, response) => {
    const headers = new HeaderMap([['content-type', 'application/json']])
    const { body } = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: 'POST', headers, search: '', body: { query: read } },
      context: async () => ({}) as never,
    })
    response.end(body.kind === 'complete' ? body.string : '')
  })
  await new Promise<void>((resolve) => http.listen(0, resolve))
  atEnd(async () => {
    await server.stop()
    http.closeAllConnections()
    http.close()
  })
  await slow.arrived()
  const { port } = http.address() as { port: number }
  const asked = new Promise((resolve) => http.once('request', resolve))
  let isAnswered = false
  const response = fetch(`http://localhost:${port}/`).then((it) => {
    isAnswered = true
    return it.json()
  })
  await asked
  await shop.clock.advance(0)
  expect(isAnswered).toBe(false)
  slow.open()

  expect(await response).toEqual(answer)
  expect(shop.products.calls.length).toBe(1)
})

test('only so many keys are warmed, the hottest, and of its own loaders alone', async () => {
  const shop = createShop({ store: await storeAfterTraffic() })
  const { products } = shop.loaders
  await serve(shop, { larder: { warm: { hot: 1 }, loaders: { products } as never } })

  expect([...shop.products.calls, ...shop.makers.calls].map(({ ids }) => ids)).toEqual([['1']])
})

test('a source that hangs holds up the start no longer than `within`', async () => {
  const shop = createShop({ store: await storeAfterTraffic() })
  shop.products.inject(hang())
  const begun = new Promise<void>((resolve) => {
    shop.makers.inject((execute) => {
      resolve()
      return execute()
    })
  })
  let isServing = false
  const serving = serve(shop, { larder: { warm: { hot: 100, within: '2s' } } }).then(() => {
    isServing = true
  })
  await begun
  await shop.clock.advance(1_999)
  expect(isServing).toBe(false)
  await shop.clock.advance(1)
  await serving
  await shop.clock.advance(10_000)
})

test('what fails is no failure of the start: the source, the store, or a cache that is closed', async () => {
  const store = await storeAfterTraffic()
  const shop = createShop({ store })
  for (const { inject } of [shop.products, shop.makers]) inject(fail())
  await serve(shop, { larder: { warm: { hot: 100 } } })
  expect(shop.products.calls.length).toBe(1)

  const readMany = () => Promise.reject(new Error('no connection'))
  await serve(createShop({ store: { ...store, readMany } }), { larder: { warm: { hot: 100 } } })

  const closed = createShop({ store })
  await closed.cache.close()
  await serve(closed, { larder: { warm: { hot: 100 } } })
})
