import type { Cache } from '@larder/core'
import type { Statements } from '../statements.ts'
import { timeout } from './timeout.ts'

/** The first so many products of a category. */
export interface CategoryList {
  readonly categoryId: string
  readonly first: number
}

/** Of whatever lists the products of the category, an empty list too. */
export function categoryTag(categoryId: string): string {
  return `category:${categoryId}`
}

/**
 * The IDs of what sells best in a category, by how many are asked for. A product that comes or goes changes any number of
 * these lists, and nobody knows which there are: they are invalidated by their tag.
 */
export function categoryProductsLoader(cache: Cache, statements: Statements) {
  return cache.loader(
    'category-products',
    async (lists: readonly CategoryList[], { load }) => {
      const rows = await statements.ofLoad(load).query<{ ids: string[] }>(
        `select array(
          select id from products where category_id = asked.category order by sold desc, id limit asked.first
        ) as ids
        from unnest($1::text[], $2::int[]) with ordinality as asked (category, first, position)
        order by asked.position`,
        [lists.map(({ categoryId }) => categoryId), lists.map(({ first }) => first)],
      )
      return rows.map(({ ids }) => ids)
    },
    {
      key: ({ categoryId, first }: CategoryList) => `${first} ${categoryId}`,
      tags: (_ids, { categoryId }: CategoryList) => [categoryTag(categoryId)],
      ttl: '10m',
      grace: '1h',
      timeout,
    },
  )
}
