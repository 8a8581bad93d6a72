import { expect, test } from '@jest/globals'
import { type Cache, createCache } from '@larder/core'
import { redisStore } from '@larder/redis'
import { startFleet } from './support/fleet.ts'

const fleet = startFleet()

test('law 1: processes that warm the same IDs at once load each once', async () => {
  const ids = Array.from({ length: 300 }, (_, i) => `${i}`)
  const members = [1, 2, 3].map(() => fleet.join({ policy: { maxBatchSize: 20 } }))
  const warmed = await Promise.all(members.map(({ loader }) => loader.warm(ids)))

  expect(fleet.source.calls.flatMap((call) => call.ids).sort()).toEqual([...ids].sort())
  expect(warmed.reduce((sum, { loaded }) => sum + loaded, 0)).toBe(ids.length)
  for (const { failed } of warmed) expect(failed).toBe(0)
  await members[0]?.loader.loadMany(ids)
  expect(fleet.source.calls.flatMap((call) => call.ids).length).toBe(ids.length)
})

test('law 1: what one process has read most is warmed by the next, in any scope', async () => {
  const loads: unknown[] = []
  const start = (): { cache: Cache; read(id: bigint, scope: string): Promise<unknown> } => {
    // Longer than a busy machine takes: what is warmed is tested here, not how fast.
    const store = redisStore(fleet.server.url, { timeout: '8s' })
    const cache = createCache({ namespace: 'shop', store, storeTimeout: '8s', hot: {} })
    const load = async (ids: readonly bigint[], { scope }: { scope: string }) => {
      loads.push([scope, ...ids])
      return ids.map(String)
    }
    const carts = cache.loader('cart', load, { scope: (user: string) => user })
    return { cache, read: (id, scope) => carts.bind(scope).load(id) }
  }
  const before = start()
  // One read in 16 is counted, by chance: ada has to be ahead by far.
  for (let i = 0; i < 480; i++) await before.read(7n, i % 12 === 0 ? 'bob' : 'ada')
  await before.cache.close()
  expect(await fleet.admin.pttl('shop:hot')).toBeGreaterThan(6 * 24 * 3_600_000)
  await fleet.admin.del(await fleet.admin.keys('shop:{*'))
  loads.length = 0

  const after = start()
  expect(await after.cache.warmHot({ keys: 1, within: '20s' })).toMatchObject({ loaded: 1 })
  expect(loads).toEqual([['ada', 7n]])
  await after.read(7n, 'ada')
  expect(loads.length).toBe(1)
  await after.cache.close()
})
