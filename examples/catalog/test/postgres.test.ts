import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { startPostgres } from '@larder/test/postgres-server'
import { startCatalog } from '../src/app.ts'
import { ask } from './support/ask.ts'
import { type PgliteServer, startPgliteServer } from './support/pglite-server.ts'

jest.setTimeout(120_000)

describe.each([
  ['a Postgres server', startPostgres],
  ['PGlite behind a socket', startPgliteServer],
])('%s', (_, start) => {
  let server: PgliteServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.stop())

  const open = () => startCatalog({ port: 0, databaseUrl: server.url, log: () => {} })

  test('is filled by the first catalogue that finds it empty, and kept by the next', async () => {
    const first = await open()
    const { data } = await ask(
      first.url,
      '{ products(ids: ["1", "10000"]) { name reviews(first: 3) { createdAt } } }',
    )
    expect(data.products).toMatchObject([{ reviews: { length: 3 } }, { reviews: { length: 3 } }])
    const { extensions } = await ask(
      first.url,
      'mutation { setPrice(id: "1", amount: 5) { id price { amount } } }',
    )
    expect(extensions.sql).toBe(2)
    await first.stop()

    const second = await open()
    const { data: later } = await ask(second.url, '{ product(id: "1") { price { amount } } }')
    expect(later.product.price.amount).toBe(5)
    const { errors } = await ask(
      second.url,
      'mutation { addReview(productId: "1", authorId: "none", rating: 5, text: "!") { id } }',
    )
    expect(errors).toMatchObject([{ message: 'There is no such author.' }])
    await second.stop()
  })
})
