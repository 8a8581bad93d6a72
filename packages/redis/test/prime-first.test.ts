/** A process whose first word to Redis is a prime does not know the server's clock yet. */
import { expect, test } from '@jest/globals'
import { createCache } from '@larder/core'
import { redisStore } from '@larder/redis'
import { startRedis } from '@larder/test/redis-server'
import { until } from '@larder/test/until'

test('what a process primes before anything else is served, though its tag was once invalidated', async () => {
  const server = await startRedis()
  const open = () => {
    const cache = createCache({ namespace: 'shop', store: redisStore(server.url), storeTimeout: '4s' })
    let loads = 0
    const loader = cache.loader('row', async (ids: readonly string[]) => ids.map(() => `load ${++loads}`), {
      tags: () => ['rows'],
    })
    return { cache, loader }
  }
  const first = open()
  await first.cache.invalidateTags(['rows'])
  const invalidatedAt = performance.now()
  // A prime is taken to have begun earlier than it has, by as much as the clock is uncertain: a round trip or so.
  await until(() => performance.now() - invalidatedAt > 1_000, 'longer than a round trip takes')
  const writer = open()
  await writer.loader.prime('1', 'primed')
  expect(await first.loader.load('1')).toBe('primed')

  // Though it waits for the clock first, what is asked for after it comes after it (law 3).
  const other = open()
  await Promise.all([other.loader.prime('2', 'primed'), other.loader.invalidate('2')])
  expect(await first.loader.load('2')).not.toBe('primed')
  await other.cache.close()
  await writer.cache.close()
  await first.cache.close()
  await server.stop()
})
