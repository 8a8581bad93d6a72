import type { Cache } from '@larder/core'
import type { Statements } from '../statements.ts'
import { isId } from './id.ts'
import { timeout } from './timeout.ts'

export interface Product {
  readonly id: string
  readonly name: string
  readonly brandId: string
  readonly categoryId: string
}

/** As version 1 had it. What processes of that version have stored is still of use to this one. */
export interface ProductV1 {
  readonly id: string
  readonly title: string
  readonly brand_id: string
  readonly category_id: string
}

export function productLoader(cache: Cache, statements: Statements) {
  return cache.loader(
    'product',
    async (ids: readonly string[], { load }) => {
      const rows = await statements.ofLoad(load).query<Product>(
        `select id, name, brand_id as "brandId", category_id as "categoryId"
        from products where id = any($1)`,
        [ids],
      )
      // An ID that the Map lacks is missing, and remembered as that for `missingTtl`.
      return new Map(rows.map((product) => [product.id, product]))
    },
    {
      ttl: '10m',
      grace: '1h',
      missingTtl: '30s',
      timeout,
      validate: isId,
      version: 2,
      upgrade: {
        1: ({ id, title, brand_id, category_id }: ProductV1): Product => ({
          id,
          name: title,
          brandId: brand_id,
          categoryId: category_id,
        }),
      },
    },
  )
}
