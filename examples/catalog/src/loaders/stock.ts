import type { Cache } from '@larder/core'
import type { Statements } from '../statements.ts'
import { timeout } from './timeout.ts'

interface StockRow {
  readonly productId: string
  readonly quantity: number
}

/** Sales go past this API, so nothing invalidates the stock: it may be as old as its `ttl`, and no older. */
export function stockLoader(cache: Cache, statements: Statements) {
  return cache.loader(
    'stock',
    async (productIds: readonly string[], { load }) => {
      const rows = await statements
        .ofLoad(load)
        .query<StockRow>('select product_id as "productId", quantity from stock where product_id = any($1)', [
          productIds,
        ])
      return new Map(rows.map(({ productId, quantity }) => [productId, quantity]))
    },
    { ttl: '30s', timeout },
  )
}
