import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { ask } from './support/ask.ts'
import { openCatalog } from './support/open-catalog.ts'
import { type CatalogProcess, runCatalog } from './support/run-catalog.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
})
const shop = openCatalog({ redisUrl: () => redis.url })
let other: CatalogProcess | undefined
afterEach(() => other?.signal('SIGKILL'))
afterAll(() => redis.stop())

test('with one Redis, what a process has loaded costs another nothing; what one writes, the other sees', async () => {
  const query =
    '{ products(ids: ["1", "2"]) { name price { amount } reviews(first: 2) { author { name } } } }'
  const first = await shop.ask(query)
  expect(first.extensions.sql).toBe(4)

  other = runCatalog({ PORT: '0', REDIS_URL: redis.url })
  const url = await other.ready
  const second = await ask(url, query)
  expect(second.data).toEqual(first.data)
  expect(second.extensions.sql).toBe(0)

  // Each process has a database of its own here: that this one loads again shows that it obeyed.
  await ask(url, 'mutation { setPrice(id: "2", amount: 1) { id } }')
  const { extensions } = await shop.ask(query)
  expect(extensions.larder.loaders.basePrices).toMatchObject({ hits: 1, loaded: 1 })
  expect(extensions.sql).toBe(1)

  other.signal('SIGINT')
  expect(await other.exit).toEqual([0, null])
})

test('without an answer from Redis, requests are answered from the database', async () => {
  redis.freeze()
  const { data, errors } = await shop.ask('{ product(id: "3") { name } }')
  redis.thaw()
  expect(errors).toBeUndefined()
  expect(data.product).toEqual({ name: expect.any(String) })
  expect(shop.log.join('\n')).toContain('the store failed to read, reads go on without it')
})
