import type { Cache } from '@larder/core'
import type { Statements } from '../statements.ts'
import { timeout } from './timeout.ts'

const MOST_RESULTS = 20
const MOST_WORDS = 8

/**
 * The IDs of the products whose names have words that begin with all the given ones, best sellers first. `key` makes one
 * of all texts that ask for the same. Nobody knows which texts would find a new product, so that invalidates them all, which
 * `tags` makes possible: an entry needs none of its own for it.
 */
export function searchLoader(cache: Cache, statements: Statements) {
  return cache.loader(
    'search',
    async (texts: readonly string[], { load }) => {
      const rows = await statements.ofLoad(load).query<{ ids: string[] }>(
        `select array(
          select id from products
          where to_tsvector('simple', name) @@ to_tsquery('simple', asked.query)
          order by sold desc, id
          limit $2
        ) as ids
        from unnest($1::text[]) with ordinality as asked (query, position)
        order by asked.position`,
        [texts.map(toQuery), MOST_RESULTS],
      )
      return rows.map(({ ids }) => ids)
    },
    {
      key: normalise,
      validate: (text) => wordsOf(text).length > 0,
      tags: () => [],
      ttl: '1m',
      grace: '10m',
      timeout,
    },
  )
}

function normalise(text: string): string {
  return wordsOf(text).join(' ')
}

function toQuery(text: string): string {
  return wordsOf(text)
    .map((word) => `${word}:*`)
    .join(' & ')
}

/** Letters and digits alone: nothing is left that means something in a query. */
function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, MOST_WORDS)
}
