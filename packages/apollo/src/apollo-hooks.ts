/**
 * Apollo Server's hooks around resolvers. It wraps the fields of a schema itself, once, before the first request that has
 * such hooks, and finds what is to be called by symbols on the context. They are its own, and known here by their names.
 */
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import type { Resolve } from './call.ts'

interface Resolved {
  readonly source: unknown
  readonly args: object
  readonly contextValue: object
  readonly info: GraphQLResolveInfo
}

type DidResolve = (error: unknown, result?: unknown) => void

/** Whether it has wrapped the fields of the schema already: whoever wraps them now lies without. */
export function areHooksWithin(schema: GraphQLSchema): boolean {
  return named(schema, 'apolloServerPluginsEnabled') === true
}

/** The option `fieldResolver` of the server, for fields that have no resolver. */
export function fieldResolverOf(context: object): Resolve | undefined {
  const resolve = named(context, 'apolloServerUserFieldResolver')
  return typeof resolve === 'function' ? (resolve as Resolve) : undefined
}

/** Calls what Apollo Server would have called around the resolver. */
export function willResolveField(field: Resolved, resolve: () => Promise<unknown>): Promise<unknown> {
  const will = named(field.contextValue, 'apolloServerExecutionDispatcherWillResolveField')
  const did = typeof will === 'function' ? (will(field) as unknown) : undefined
  const result = resolve()
  if (typeof did === 'function')
    result.then(
      (value) => (did as DidResolve)(null, value),
      (error) => (did as DidResolve)(error),
    )
  return result
}

function named(object: object, name: string): unknown {
  const symbol = Object.getOwnPropertySymbols(object).find(({ description }) => description === name)
  return symbol && (object as Record<symbol, unknown>)[symbol]
}
