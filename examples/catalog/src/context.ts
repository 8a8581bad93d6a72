/** What resolvers are given. */
import type { LoadersContext } from '@larder/apollo'
import type { CatalogLoaders } from './loaders/index.ts'
import type { RequestQueries } from './statements.ts'
import type { Viewer } from './tenant.ts'

export interface Context extends Viewer, LoadersContext<CatalogLoaders> {
  /** For what no loader does: writing. */
  readonly db: RequestQueries
}
