/** Apollo Server's cache policy of a response, narrowed by what the response was made of. */
import type { GraphQLRequestContext } from '@apollo/server'
import type { Readings } from './readings.ts'

type Policy = GraphQLRequestContext<object>['overallCachePolicy']

/**
 * To be called when all is read: a policy that is restricted before a response is executed takes the place of the schema's
 * hints. It never widens, and what no hint makes cacheable stays so.
 */
export function narrow(policy: Policy, { isPrivate, freshFor }: Readings): void {
  if (isPrivate) policy.restrict({ scope: 'PRIVATE' })
  if (policy.maxAge === undefined || freshFor === Number.POSITIVE_INFINITY) return
  policy.restrict({ maxAge: Math.floor(freshFor / 1000) })
}
