import { createCache } from '@larder/core'

interface Product {
  readonly id: string
  readonly price: number
}

declare function productsByIds(ids: readonly string[]): Promise<(Product | null)[]>

const cache = createCache({ namespace: 'shop' })
export const products = cache.loader('product', productsByIds, { ttl: '10m', grace: '1h' })
export {}
