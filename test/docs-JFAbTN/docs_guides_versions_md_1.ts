import { createCache } from '@larder/core'

interface Product {
  readonly id: string
  readonly price: { readonly amount: number; readonly currency: string }
}

interface ProductV1 {
  readonly id: string
  readonly price: number
}

declare function productsByIds(ids: readonly string[]): Promise<(Product | null)[]>

const cache = createCache({ namespace: 'shop' })
export const products = cache.loader('product', productsByIds, {
  ttl: '10m',
  grace: '1h',
  version: 2,
  upgrade: { 1: (old: ProductV1): Product => ({ ...old, price: { amount: old.price, currency: 'EUR' } }) },
})
export {}
