import type { Cache } from '@larder/core'
import type { Statements } from '../statements.ts'
import { timeout } from './timeout.ts'

/**
 * The IDs of what sells best, by how many are asked for. IDs only: the products come from their own loader, current even
 * where the list is a minute old.
 */
export function topProductsLoader(cache: Cache, statements: Statements) {
  return cache.loader(
    'top-products',
    async (lengths: readonly number[], { load }) => {
      const rows = await statements
        .ofLoad(load)
        .query<{ id: string }>('select id from products order by sold desc, id limit $1', [
          Math.max(...lengths),
        ])
      const ids = rows.map(({ id }) => id)
      return lengths.map((length) => ids.slice(0, length))
    },
    { ttl: '1m', grace: '10m', timeout },
  )
}
