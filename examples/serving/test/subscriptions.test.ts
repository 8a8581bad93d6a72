import { expect, test } from '@jest/globals'
import { until } from '@larder/test/until'
import { serve } from '../src/subscriptions.ts'
import { opened, openShop } from './support/open.ts'
import { cart, cartOf, flourTwice, rename, twice } from './support/queries.ts'
import { askOver, connect } from './support/subscribe.ts'

const renamed = 'subscription { renamed { id name } }'
const renameTo = (name: string) => rename.replace('Rye', name)

test('two operations on one socket are two requests, with one load', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  const client = connect(url)
  expect(await askOver(client, twice)).toEqual({ data: flourTwice })
  expect(await askOver(client, twice)).toEqual({ data: flourTwice })
  expect(shop.loads).toEqual(['products 1,2'])
  // The memo of the first does not answer the third.
  shop.names.set('1', 'Rye')
  await shop.loaders.products.invalidate('1')
  expect(await askOver(client, twice)).toMatchObject({ data: { a: { name: 'Rye' } } })
  await client.dispose()
})

test('law 3: each event sees what was invalidated since the one before', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  const client = connect(url)
  const events = client.iterate({ query: renamed })
  const first = events.next()
  await until(() => shop.events.listenerCount('renamed') === 1)

  await askOver(client, renameTo('Rye'))
  expect((await first).value).toEqual({ data: { renamed: { id: '1', name: 'Rye' } } })
  await askOver(client, renameTo('Spelt'))
  expect((await events.next()).value).toEqual({ data: { renamed: { id: '1', name: 'Spelt' } } })
  // Each was loaded by its mutation's payload or by its event, whichever came first, and never by both.
  expect(shop.loads).toEqual(['products 1', 'products 1'])
  await client.dispose()
})

test('many subscribers to one event are one load', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  const clients = Array.from({ length: 20 }, (_, i) => connect(url, `user ${i}`))
  const events = clients.map((client) => client.iterate({ query: renamed }).next())
  await until(() => shop.events.listenerCount('renamed') === clients.length)

  shop.events.emit('renamed', '1')
  for (const { value } of await Promise.all(events)) {
    expect(value).toEqual({ data: { renamed: { id: '1', name: 'Flour' } } })
  }
  expect(shop.loads).toEqual(['products 1'])
  await Promise.all(clients.map((client) => client.dispose()))
})

test('each socket has the carts of its own user', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  const [ada, ben] = [connect(url, 'ada'), connect(url, 'ben')]
  for (let time = 0; time < 2; time++) {
    expect(await askOver(ada, cart)).toEqual({ data: cartOf('ada') })
    expect(await askOver(ben, cart)).toEqual({ data: cartOf('ben') })
  }
  expect(shop.loads).toEqual(['carts main of ada', 'products 1,2', 'carts main of ben'])
  await Promise.all([ada.dispose(), ben.dispose()])
})

test('a client that leaves is gone before the next event', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  const client = connect(url)
  const events = client.iterate({ query: renamed })
  void events.next()
  await until(() => shop.events.listenerCount('renamed') === 1)
  await events.return?.()
  await until(() => shop.events.listenerCount('renamed') === 0)
  await client.dispose()
})
