import type { Cache } from '@larder/core'
import type { Statements } from '../statements.ts'
import { timeout } from './timeout.ts'

export interface Review {
  readonly id: number
  readonly productId: string
  readonly authorId: string
  readonly rating: number
  readonly text: string
  readonly createdAt: Date
}

/** How many reviews of a product are kept, and so the most that a client may ask for. */
export const MOST_REVIEWS = 50

/** By product and not by product and number: a new review then invalidates one key, however many were asked for. */
export function reviewLoader(cache: Cache, statements: Statements) {
  return cache.loader(
    'reviews',
    async (productIds: readonly string[], { load }) => {
      const reviews = await statements.ofLoad(load).query<Review>(
        `select newest.id, newest.product_id as "productId", newest.author_id as "authorId", newest.rating,
          newest.text, newest.created_at as "createdAt"
        from unnest($1::text[]) as asked (id)
        cross join lateral (
          select * from reviews where product_id = asked.id order by created_at desc, id desc limit $2
        ) as newest
        order by newest.created_at desc, newest.id desc`,
        [productIds, MOST_REVIEWS],
      )
      const byProduct = new Map<string, Review[]>(productIds.map((id) => [id, []]))
      for (const review of reviews) byProduct.get(review.productId)?.push(review)
      return byProduct
    },
    { ttl: '10m', grace: '1h', timeout },
  )
}
