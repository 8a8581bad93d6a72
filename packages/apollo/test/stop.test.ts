import { expect, test } from '@jest/globals'
import { serve } from './support/serve.ts'
import { createShop } from './support/shop.ts'

test('law 11: a server that has stopped leaves nothing open, and the cache to whoever made it', async () => {
  const before = process.getActiveResourcesInfo()
  const shop = createShop()
  const { ask, server } = await serve(shop)
  await ask('mutation { rename(id: "1", name: "Rye", awaited: false) { name } }')
  await server.stop()

  expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout')).toEqual(
    before.filter((kind) => kind === 'Timeout'),
  )
  expect(shop.clock.timers).toBe(0)
  expect(await shop.loaders.products.load('1')).toMatchObject({ name: 'Rye' })
})

test('once the cache is closed, each field says so', async () => {
  const shop = createShop()
  const { ask } = await serve(shop)
  await shop.cache.close()

  const { data, errors } = await ask('{ products(ids: ["1", "2"]) { name } }')
  expect(data).toEqual({ products: [null, null] })
  expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['LARDER_CLOSED', 'LARDER_CLOSED'])
})
