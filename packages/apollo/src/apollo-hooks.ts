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

/** The context, on which it finds no hooks: for a resolver that runs after all, within a look-up for which they were called. */
export function withoutHooks(context: object): object {
  const isHook = (property: string | symbol) =>
    typeof property === 'symbol' && property.description === WILL_RESOLVE
  // On an empty target: no proxy may hide what its target has for good.
  return new Proxy(
    {},
    {
      get: (_, property) => (isHook(property) ? undefined : Reflect.get(context, property)),
      has: (_, property) => !isHook(property) && Reflect.has(context, property),
      set: (_, property, value) => Reflect.set(context, property, value),
      defineProperty: (_, property, descriptor) => Reflect.defineProperty(context, property, descriptor),
      deleteProperty: (_, property) => Reflect.deleteProperty(context, property),
      ownKeys: () => Reflect.ownKeys(context).filter((property) => !isHook(property)),
      getOwnPropertyDescriptor(_, property) {
        const descriptor = isHook(property) ? undefined : Reflect.getOwnPropertyDescriptor(context, property)
        return descriptor && { ...descriptor, configurable: true }
      },
      getPrototypeOf: () => Reflect.getPrototypeOf(context),
    },
  )
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
