import type { Cache } from '@larder/core'
import type { Statements } from '../statements.ts'
import { timeout } from './timeout.ts'

export interface Category {
  readonly id: string
  readonly name: string
}

export function categoryLoader(cache: Cache, statements: Statements) {
  return cache.loader(
    'category',
    async (ids: readonly string[], { load }) => {
      const rows = await statements
        .ofLoad(load)
        .query<Category>('select id, name from categories where id = any($1)', [ids])
      return new Map(rows.map((category) => [category.id, category]))
    },
    { ttl: '1h', grace: '1d', timeout },
  )
}
