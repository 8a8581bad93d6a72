/** Mode shadow on a real Redis: what it finds, and that it finds nothing where nothing is wrong. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { type Mistake, openShop } from './support/shadow-shop.ts'

let server: RedisServer

beforeAll(async () => {
  server = await startRedis()
})

afterAll(() => server.stop())

const mistakes: [Mistake, string][] = [
  ['a key without the locale', 'name'],
  ['changes of a price that invalidate nothing', 'price.amount'],
]

test.each(mistakes.flatMap((mistake) => [1, 2, 3].map((seed) => [...mistake, seed] as const)))(
  '%s: found at %s within 1,000 requests, by default, while every reader is served rightly (seed %d)',
  async (mistake, path, seed) => {
    const shop = openShop({ url: server.url, seed, mistake })
    expect(await shop.serve(1_000, 10)).toBe(0)
    await shop.settle()
    expect(shop.mismatches.filter((it) => it.path === path).length).toBeGreaterThan(0)
    // 20 s in two processes: of 100 keys a second, and a second look at each.
    expect(shop.loads.added).toBeLessThan(2 * 2 * 20 * 100)
    await shop.close()
  },
  60_000,
)

test('nothing is found in 100,000 requests where keys and invalidations are right, though all keys are compared', async () => {
  const shop = openShop({ url: server.url, seed: 7, shadow: { sample: 1, keysPerSecond: 1_000_000 } })
  const began = performance.now()
  expect(await shop.serve(100_000, 200)).toBe(0)
  await shop.settle()
  process.stdout.write(
    `100,000 requests in ${((performance.now() - began) / 1_000).toFixed(1)} s: ${shop.compared()} keys compared, ` +
      `${shop.loads.readers} calls of the source for readers and ${shop.loads.added} added\n`,
  )
  expect(shop.mismatches).toEqual([])
  expect(shop.compared()).toBeGreaterThan(100_000)
  await shop.close()
}, 240_000)
