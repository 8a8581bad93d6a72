/** Mode shadow on a real Redis: what it finds, and that it finds nothing where nothing is wrong. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { type Mistake, openShop, type ShadowShop, type ShopOptions } from './support/shadow-shop.ts'

let server: RedisServer
let shop: ShadowShop | undefined

beforeAll(async () => {
  server = await startRedis()
})

afterEach(() => shop?.close())
afterAll(() => server.stop())

function open(options: Omit<ShopOptions, 'url'>): ShadowShop {
  shop = openShop({ url: server.url, ...options })
  return shop
}

const mistakes: [Mistake, string][] = [
  ['a key without the locale', 'name'],
  ['changes of a price that invalidate nothing', 'price.amount'],
]

test.each(mistakes.flatMap((mistake) => [1, 2, 3].map((seed) => [...mistake, seed] as const)))(
  '%s: found at %s within 1,000 requests, by default, while every reader is served rightly (seed %d)',
  async (mistake, path, seed) => {
    const shop = open({ seed, mistake })
    expect(await shop.serve(1_000, 10)).toBe(0)
    await shop.settle()
    expect(shop.mismatches.filter((it) => it.path === path).length).toBeGreaterThan(0)
    // 20 s in two processes: of 100 keys a second, and a second look at each.
    expect(shop.loads.added).toBeLessThan(2 * 2 * 20 * 100)
  },
  60_000,
)

test('nothing is found in 100,000 requests where keys and invalidations are right, though all keys are compared', async () => {
  const shop = open({ seed: 7, shadow: { sample: 1, keysPerSecond: 1_000_000 } })
  const began = performance.now()
  expect(await shop.serve(100_000, 500)).toBe(0)
  await shop.settle()
  const { compared, unsettled } = shop.tally()
  process.stdout.write(
    `100,000 requests in ${((performance.now() - began) / 1_000).toFixed(1)} s: ${compared} keys compared, ` +
      `${unsettled} of them looked at twice, ${shop.loads.readers} calls of the source for readers and ${shop.loads.added} added\n`,
  )
  expect(shop.mismatches).toEqual([])
  expect(compared).toBeGreaterThan(80_000)
  // Or it was not put to the test.
  expect(unsettled).toBeGreaterThan(1_000)
}, 300_000)
