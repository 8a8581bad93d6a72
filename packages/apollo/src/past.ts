/** How a request goes past the cache, as the option `past` says. */
import type { GraphQLRequestContext } from '@apollo/server'
import { type CallOptions, kindOf } from '@larder/core'
import { PastError } from './errors.ts'

export type Past = CallOptions['past']

/** @throws PastError */
export function pastOf<C extends object>(
  decide: (operation: GraphQLRequestContext<C>) => Past,
  operation: GraphQLRequestContext<C>,
): Past {
  let past: unknown
  try {
    past = decide(operation)
  } catch (cause) {
    throw new PastError('it threw', { cause })
  }
  if (past === undefined || past === 'bypass' || past === 'fresh') return past
  throw new PastError(`it answered ${kindOf(past)}`)
}
