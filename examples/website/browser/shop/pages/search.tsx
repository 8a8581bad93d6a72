import type { SearchAnswer } from '../api/answers.ts'
import { NOTHING, SEARCH } from '../api/queries.ts'
import { LONGEST_SEARCH } from '../view/search-form.tsx'
import { Tiles } from '../view/tiles.tsx'
import type { Page } from './page.ts'

/** As many as the API gives. */
const MOST = 20

export function searchPage(text: string): Page<never> {
  return text.length > LONGEST_SEARCH ? tooLong(text) : found(text)
}

function tooLong(text: string): Page<unknown> {
  return {
    operation: { query: NOTHING },
    searched: text,
    productsOf: () => [],
    titleOf: () => `${text} · Larder`,
    show: () => (
      <div class="section">
        <h1>This search is too long</h1>
        <p>
          At most {LONGEST_SEARCH} characters can be searched for, and these are {text.length}. The beginnings
          of words will do.
        </p>
      </div>
    ),
  }
}

function found(text: string): Page<SearchAnswer> {
  return {
    operation: { query: SEARCH, variables: { text } },
    searched: text,
    productsOf: ({ search }) => search,
    titleOf: () => (text.trim() === '' ? 'Search · Larder' : `${text} · Larder`),
    show: ({ search }) =>
      text.trim() === '' ? (
        <div class="section">
          <h1>Search</h1>
          <p>
            Write what you look for into the field above, such as “oak lamp”: the beginnings of words will do.
          </p>
        </div>
      ) : (
        <>
          <div class="section">
            <h1>“{text}”</h1>
            <p>{numberOf(search.length)}</p>
          </div>
          {search.length > 0 && <Tiles products={search} />}
        </>
      ),
  }
}

function numberOf(count: number): string {
  if (count === 0) return 'No product has words in its name that begin with these. Fewer of them find more.'
  if (count >= MOST) return `The ${MOST} that sell best of those found.`
  return count === 1 ? '1 product found.' : `${count} products found.`
}
