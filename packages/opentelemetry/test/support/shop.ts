import { type CacheOptions, createCache, memoryStore } from '@larder/core'
import { faultyStore, loaderSpy, manualClock } from '@larder/core/testing'

/** A cache with one loader, all of it in the test's hands. It lies in one part of the store, so that parts have a name. */
export function openShop(options: Partial<CacheOptions> = {}) {
  const clock = manualClock()
  clock.draw = () => 0
  const store = faultyStore({ ...memoryStore({ clock }), partOf: () => 'node-1' })
  const cache = createCache({ namespace: 'shop', storeTimeout: '250ms', ...options, clock, store })
  const source = loaderSpy<string, string>(['a', 'b', 'c'].map((id) => [id, `value of ${id}`]))
  const products = cache.loader('product', source.load, {
    ttl: '10s',
    grace: '20s',
    source: { name: 'db', concurrency: 2 },
  })
  return { cache, clock, store, source, products }
}
