/** Resolvers that are cached as a whole, by the fields that they are of: what no loader keeps, since it has no ID. */
import { resolver } from '@larder/apollo'
import { timeout } from './loaders/timeout.ts'

export const policies = {
  // No mutation changes categories, so nothing invalidates the list.
  'Query.categories': resolver({ ttl: '1h', grace: '1d', scope: 'public', context: ['db'], timeout }),
}
