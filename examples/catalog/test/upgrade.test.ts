import { afterEach, expect, test } from '@jest/globals'
import { type Cache, createCache, memoryStore } from '@larder/core'
import { type ProductV1, productLoader } from '../src/loaders/product.ts'
import { countStatements } from '../src/statements.ts'

const store = memoryStore()
const caches: Cache[] = []

function openCache(): Cache {
  const cache = createCache({ namespace: 'catalog', store })
  caches.push(cache)
  return cache
}

afterEach(() => Promise.all(caches.map((cache) => cache.close())))

test('a product that a process of version 1 has stored is converted, not loaded', async () => {
  const old: ProductV1 = { id: '1', title: 'Oak Desk', brand_id: '2', category_id: '3' }
  const v1 = openCache().loader('product', async (ids: readonly string[]) => ids.map(() => old))
  await v1.load('1')

  const statements = countStatements({
    query: () => Promise.reject(new Error('Nothing needs the database.')),
  })
  const v2 = productLoader(openCache(), statements)
  expect(await v2.load('1')).toEqual({ id: '1', name: 'Oak Desk', brandId: '2', categoryId: '3' })
})
