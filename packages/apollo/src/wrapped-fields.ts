/** Fields of a schema whose `resolve` is ours: once each, however many servers share the schema. */
import { defaultFieldResolver, type GraphQLField, type GraphQLSchema } from 'graphql'
import { areHooksWithin, fieldResolverOf, willResolveField } from './apollo-hooks.ts'
import type { Resolve } from './call.ts'
import type { RequestResolvers } from './request-resolvers.ts'

type Field = GraphQLField<unknown, object>

interface Wrapped {
  readonly original: Resolve | undefined
  readonly wrapper: Resolve
  /** The servers that want it. */
  readonly users: Set<object>
}

const wrapped = new WeakMap<Field, Wrapped>()
/** Not enumerable, so that it is of this very context and of no copy. No WeakMap: `on-context.ts` says why. */
const RESOLVERS = Symbol('larder resolvers')

/** What is executed with this context has these, and those of the server's other plugins. */
export function enter(context: object, resolvers: RequestResolvers): void {
  const value = [resolvers, ...resolversOf(context)]
  Object.defineProperty(context, RESOLVERS, { value, configurable: true })
}

function resolversOf(context: object | undefined): readonly RequestResolvers[] {
  if (typeof context !== 'object' || context === null || !Object.hasOwn(context, RESOLVERS)) return []
  return (context as { readonly [RESOLVERS]: readonly RequestResolvers[] })[RESOLVERS]
}

export function wrap(schema: GraphQLSchema, coordinate: string, field: Field, user: object): void {
  const made = wrapped.get(field) ?? wrapField(schema, coordinate, field)
  wrapped.set(field, made)
  made.users.add(user)
}

/**
 * With the last user the field is as it was. Where somebody has wrapped it since, ours stays in between, and lets through what
 * no operation of ours executes.
 */
export function unwrap(field: Field, user: object): void {
  const made = wrapped.get(field)
  made?.users.delete(user)
  if (made === undefined || made.users.size > 0 || field.resolve !== made.wrapper) return
  wrapped.delete(field)
  // Without the property, where there was none, the server's own `fieldResolver` is asked again.
  field.resolve = made.original
}

function wrapField(schema: GraphQLSchema, coordinate: string, field: Field): Wrapped {
  const original = field.resolve
  const hooksAreWithin = areHooksWithin(schema)
  const wrapper: Resolve = (parent, args, context, info) => {
    const resolve = original ?? fieldResolverOf(context) ?? defaultFieldResolver
    const resolvers = resolversOf(context).find((each) => each.fieldAt(coordinate) !== undefined)
    const cached = resolvers?.fieldAt(coordinate)
    if (resolvers === undefined || cached === undefined) return resolve(parent, args, context, info)
    // Hooks that lie within the original are left out by a hit, and cache hints are theirs.
    const around = (share: () => Promise<unknown>) =>
      hooksAreWithin
        ? willResolveField({ source: parent, args, contextValue: context, info }, share)
        : share()
    return resolvers.resolve(cached, {
      parent,
      args,
      context,
      info,
      definitions: field.args,
      resolve,
      around,
    })
  }
  field.resolve = wrapper
  return { original, wrapper, users: new Set() }
}
