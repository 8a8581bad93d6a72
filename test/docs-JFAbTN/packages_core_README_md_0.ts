import { createCache, memoryStore } from '@larder/core'

const database = new Map([['42', { name: 'Teapot' }]])
const cache = createCache({ namespace: 'shop', store: memoryStore({ max: 10_000 }) })
const products = cache.loader(
  'product',
  async (ids: readonly string[]) => ids.map((id) => database.get(id)), // null, undefined: there is no such ID
  { ttl: '10m', grace: '1h', missingTtl: '30s' },
)

console.log(await products.load('42')) // { name: 'Teapot' }, loaded
console.log(await products.loadMany(['42', '43'])) // [{ name: 'Teapot' }, null]; 43 alone was loaded
await products.invalidate('42') // resolves when every process obeys
await cache.close()
export {}
