/**
 * Apollo Server's hooks around resolvers. It wraps the fields of a schema itself, once, before the first request that has
 * such hooks, and finds what is to be called by symbols on the context. They are its own, and known here by their names.
 */
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'

const WILL_RESOLVE = 'apolloServerExecutionDispatcherWillResolveField'
const FIELD_RESOLVER = 'apolloServerUserFieldResolver'

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

/** Calls what Apollo Server would have called around the resolver. */
export function willResolveField(field: Resolved, resolve: () => Promise<unknown>): Promise<unknown> {
  const will = named(field.contextValue, WILL_RESOLVE)
  const did = typeof will === 'function' ? (will(field) as unknown) : undefined
  const result = resolve()
  if (typeof did === 'function')
    result.then(
      (value) => (did as DidResolve)(null, value),
      (error) => (did as DidResolve)(error),
    )
  return result
}

/** What it looks for on the context around a resolver. */
export function isOfApollo({ description = '' }: symbol): boolean {
  return description === WILL_RESOLVE || description === FIELD_RESOLVER
}

/**
 * What it finds there within a cached resolver: no hooks. Where the field has no resolver of its own, it calls what is found as
 * the server's `fieldResolver`.
 */
export function withinResolver(symbol: symbol, hasNone: () => never): unknown {
  return symbol.description === FIELD_RESOLVER ? hasNone : undefined
}

function named(object: object, name: string): unknown {
  const symbol = Object.getOwnPropertySymbols(object).find(({ description }) => description === name)
  return symbol && (object as Record<symbol, unknown>)[symbol]
}
