import { createCache } from '@larder/core'

interface Product {
  readonly id: string
  readonly price: { readonly amount: number; readonly currency: string }
}

declare function productsByIds(ids: readonly string[]): Promise<(Product | null)[]>

const cache = createCache({ namespace: 'shop' })
export const products = cache.loader('product', productsByIds, {
  ttl: '10m',
  grace: '1h',
  version: 2,
})
export {}
