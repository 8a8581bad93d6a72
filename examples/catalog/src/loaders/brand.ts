import type { Cache } from '@larder/core'
import type { Statements } from '../statements.ts'
import { isId } from './id.ts'
import { timeout } from './timeout.ts'

export interface Brand {
  readonly id: string
  readonly name: string
}

export function brandLoader(cache: Cache, statements: Statements) {
  return cache.loader(
    'brand',
    async (ids: readonly string[], { load }) => {
      const rows = await statements
        .ofLoad(load)
        .query<Brand>('select id, name from brands where id = any($1)', [ids])
      return new Map(rows.map((brand) => [brand.id, brand]))
    },
    { ttl: '1h', grace: '1d', validate: isId, timeout },
  )
}
