/** What every LabStore must do. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createCache } from '@larder/core'
import { until } from '@larder/test/until'
import { type LabStore, NAMESPACE } from '../../src/parts/store.ts'

export function describeLabStore(name: string, open: () => LabStore): void {
  describe(name, () => {
    let store: LabStore

    beforeEach(async () => {
      store = open()
      await store.clear()
    })
    afterEach(() => store.close())

    const key = `${NAMESPACE}:by-hand`

    test('by hand: what was set is there until it is deleted', async () => {
      expect(await store.plain.get(key)).toBeNull()
      await store.plain.set(key, 'text', 60_000)
      expect(await store.plain.get(key)).toBe('text')
      await store.plain.set(key, 'other text', 60_000)
      expect(await store.plain.get(key)).toBe('other text')
      await store.plain.delete(key)
      expect(await store.plain.get(key)).toBeNull()
    })

    test('by hand: what was set ends with its ttl', async () => {
      await store.plain.set(key, 'text', 1)
      await until(async () => (await store.plain.get(key)) === null)
    })

    test('a cache of Larder keeps its entries there, and `clear` removes them and those by hand', async () => {
      let loads = 0
      const cache = createCache({ namespace: NAMESPACE, store: store.forLarder() })
      const products = cache.loader(
        'product',
        async (ids: readonly string[]) => {
          loads++
          return ids.map((id) => ({ id }))
        },
        { ttl: '1m' },
      )
      const many = Array.from({ length: 3_000 }, (_, index) => `${key}:${index}`)
      await Promise.all(many.map((one) => store.plain.set(one, 'text', 60_000)))
      await products.load('1')
      await cache.settled()
      await products.load('1')
      expect(loads).toBe(1)

      await store.clear()
      expect(await Promise.all(many.map((one) => store.plain.get(one)))).toEqual(many.map(() => null))
      await products.load('1')
      expect(loads).toBe(2)
      await cache.close()
    })
  })
}
