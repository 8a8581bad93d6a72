import { NOTHING } from '../api/queries.ts'
import type { Page } from './page.ts'

/** Where an address leads nowhere. */
export function lostPage(path: string): Page<unknown> {
  return {
    operation: { query: NOTHING },
    productsOf: () => [],
    titleOf: () => 'No such page · Larder',
    show: () => (
      <div class="section">
        <h1>There is no such page</h1>
        <p>
          Nothing is at “{path}”. <a href="/">What sells best</a> is on the first page.
        </p>
      </div>
    ),
  }
}
