/**
 * Two loaders make a price: what everybody pays, and the list of a tenant that pays something else for some products.
 * Each caches one table, so a new price invalidates one key, and no tenant's entries hang on what `public` pays.
 */
import type { Cache } from '@larder/core'
import type { Statements } from '../statements.ts'
import type { Viewer } from '../tenant.ts'
import { timeout } from './timeout.ts'

const BASE_PRICE = 'base-price'
const PRICE_LIST = 'price-list'

/** Their names: what they invalidate is a product's price. */
export const PRICE_LOADERS: ReadonlySet<string> = new Set([BASE_PRICE, PRICE_LIST])

export interface Price {
  /** In minor units: cents. */
  readonly amount: number
  readonly currency: string
}

type PriceRow = Price & { readonly productId: string }

export function basePriceLoader(cache: Cache, statements: Statements) {
  return cache.loader(
    BASE_PRICE,
    async (productIds: readonly string[], { load }) => {
      const rows = await statements
        .ofLoad(load)
        .query<PriceRow>(
          'select product_id as "productId", amount, currency from prices where product_id = any($1)',
          [productIds],
        )
      return byProduct(rows)
    },
    { ttl: '5m', grace: '10m', timeout },
  )
}

/** Most products are not on a tenant's list. That they are not is as good to know, and kept as long. */
export function priceListLoader(cache: Cache, statements: Statements) {
  return cache.loader(
    PRICE_LIST,
    async (productIds: readonly string[], { scope: tenant, load }) => {
      const rows = await statements.ofLoad(load).query<PriceRow>(
        `select product_id as "productId", amount, currency
        from price_lists where tenant = $1 and product_id = any($2)`,
        [tenant, productIds],
      )
      return byProduct(rows)
    },
    { scope: ({ tenant }: Viewer) => tenant, ttl: '5m', grace: '10m', missingTtl: '5m', timeout },
  )
}

function byProduct(rows: readonly PriceRow[]): Map<string, Price> {
  return new Map(rows.map(({ productId, amount, currency }) => [productId, { amount, currency }]))
}
