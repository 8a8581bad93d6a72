import type { Cache } from '@larder/core'
import type { Statements } from '../statements.ts'
import { timeout } from './timeout.ts'

export interface Author {
  readonly id: string
  readonly name: string
}

export function authorLoader(cache: Cache, statements: Statements) {
  return cache.loader(
    'author',
    async (ids: readonly string[], { load }) => {
      const rows = await statements
        .ofLoad(load)
        .query<Author>('select id, name from authors where id = any($1)', [ids])
      return new Map(rows.map((author) => [author.id, author]))
    },
    { ttl: '1h', grace: '1d', timeout },
  )
}
