/** `GET /changes`: who listens hears which products have a new price, and when. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import { createCache, memoryStore } from '@larder/core'
import { barrier, faultyStore, hold } from '@larder/core/testing'
import { until } from '@larder/test/until'
import express from 'express'
import { openChanges } from '../src/changes/changes.ts'
import { ownChannel } from '../src/changes/channel.ts'
import { listen } from './support/listen.ts'
import { openCatalog } from './support/open-catalog.ts'

const shop = openCatalog()

test('a mutation tells the product, everybody who listens, and no value', async () => {
  const listeners = [await listen(shop.catalog.url), await listen(shop.catalog.url)]
  await shop.ask('mutation { setPrice(id: "1", amount: 4567) { id } }')
  await shop.ask('mutation { setPrice(id: "2", amount: 5) { id } }', { headers: { 'x-tenant': 'us' } })
  for (const listener of listeners) {
    await until(() => listener.heard.length === 2, 'two events')
    expect(listener.heard).toEqual([['1'], ['2']])
    listener.leave()
  }
})

test('whoever asks on hearing of it is given the new price', async () => {
  const price = '{ product(id: "3") { price { amount } } }'
  const listener = await listen(shop.catalog.url)
  await shop.ask(price)
  const changing = shop.ask('mutation { setPrice(id: "3", amount: 777) { id } }')
  await until(() => listener.heard.length === 1, 'the event')
  expect((await shop.ask(price)).data.product.price.amount).toBe(777)
  await changing
  listener.leave()
})

test('what is no price is not told', async () => {
  const listener = await listen(shop.catalog.url)
  await shop.ask('mutation { addReview(productId: "4", authorId: "1", rating: 5, text: "Good.") { id } }')
  await shop.ask('mutation { setPrice(id: "5", amount: 1) { id } }')
  await until(() => listener.heard.length > 0, 'an event')
  expect(listener.heard).toEqual([['5']])
  listener.leave()
})

test('a stop ends the streams', async () => {
  const listener = await listen(shop.catalog.url)
  await shop.catalog.stop()
  // The server would have waited for an answer that does not end, and then broken it off.
  expect(await listener.ended).toBe(true)
})

test('an invalidation is told when the store has done it, and not before', async () => {
  const store = faultyStore(memoryStore())
  const cache = createCache({ namespace: 'catalog', store })
  const prices = cache.loader('base-price', async (ids: readonly string[]) => ids.map(() => 1))
  const changes = openChanges(cache, ownChannel)
  const { url, end } = await serve(changes)
  const listener = await listen(url)
  const gate = barrier()
  store.inject(hold(gate), 'invalidate')

  const invalidating = prices.invalidate('6')
  await until(() => store.calls('invalidate').length > 0, 'the store to be asked')
  await prices.load('7')
  expect(listener.heard).toEqual([])
  gate.open()
  await invalidating
  await until(() => listener.heard.length === 1, 'the event')

  await changes.close()
  await listener.ended
  expect((await listen(url)).status).toBe(503)
  await cache.close()
  await end()
})

test('a stream ends with its client, and one whose client does not read is broken off', async () => {
  const cache = createCache({ namespace: 'catalog' })
  const prices = cache.loader('base-price', async (ids: readonly string[]) => ids.map(() => 1))
  const changes = openChanges(cache, ownChannel)
  const { url, streams, end } = await serve(changes)
  const [gone, deaf] = [await listen(url), await listen(url)]
  gone.leave()
  await until(() => streams[0]?.destroyed, 'the first stream to end')

  // Stands for a socket whose other side does not read: its buffers hold megabytes.
  const [, stream] = streams as [ServerResponse, ServerResponse]
  stream.write = () => false
  await prices.invalidate('8')
  expect(await deaf.ended).toBe(false)
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true])

  await changes.close()
  await cache.close()
  await end()
})

async function serve({ route }: ReturnType<typeof openChanges>) {
  const streams: ServerResponse[] = []
  const app = express()
    .use((_request, response, next) => {
      streams.push(response)
      next()
    })
    .get('/changes', route)
  const http = createServer(app).listen(0)
  await once(http, 'listening')
  const url = `http://localhost:${(http.address() as AddressInfo).port}/`
  const end = async () => {
    http.close()
    http.closeAllConnections()
    await once(http, 'close')
  }
  return { url, streams, end }
}
