/** Fields of a schema whose `resolve` is ours: once each, however many servers share the schema. */
import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import { areHooksWithin, willResolveField, withoutHooks } from './apollo-hooks.ts'
import type { Field, Resolve } from './call.ts'
import { RESOLVERS } from './on-context.ts'
import type { RequestResolvers } from './request-resolvers.ts'

interface Wrapped {
  readonly original: Resolve
  readonly wrapper: Resolve
  /** How many have wrapped it, and not unwrapped it. */
  users: number
}

const wrapped = new WeakMap<Field, Wrapped>()

/** Where Apollo Server's hooks lie within, this cannot be told before the resolver runs. */
export function hasResolver({ resolve }: Field): boolean {
  return resolve !== undefined && resolve !== defaultFieldResolver
}

/** What is executed with this context has these, and those of the server's other plugins. */
export function enter(context: object, resolvers: RequestResolvers): void {
  const value = [resolvers, ...resolversOf(context)]
  Object.defineProperty(context, RESOLVERS, { value, configurable: true })
}

function resolversOf(context: object | undefined): readonly RequestResolvers[] {
  if (typeof context !== 'object' || context === null || !Object.hasOwn(context, RESOLVERS)) return []
  return (context as { readonly [RESOLVERS]: readonly RequestResolvers[] })[RESOLVERS]
}

/**
 * Answers what unwraps the field, to be called once. With the last who has wrapped it, it is as it was. Where somebody else has
 * wrapped it since, ours stays in between, and lets through what no operation of ours executes.
 */
export function wrap(schema: GraphQLSchema, field: Field): () => void {
  const made = wrapped.get(field) ?? wrapField(schema, field)
  wrapped.set(field, made)
  made.users++
  return () => {
    if (--made.users > 0 || field.resolve !== made.wrapper) return
    wrapped.delete(field)
    field.resolve = made.original
  }
}

function wrapField(schema: GraphQLSchema, field: Field): Wrapped {
  const original = field.resolve as Resolve
  const hooksAreWithin = areHooksWithin(schema)
  const wrapper: Resolve = (parent, args, context, info) => {
    // By the field itself: what the operation executes may execute another schema, with the same context.
    const resolvers = resolversOf(context).find((each) => each.cachedAt(field) !== undefined)
    const cached = resolvers?.cachedAt(field)
    if (resolvers === undefined || cached === undefined) return original(parent, args, context, info)
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
      resolve: original,
      around,
      contextWithin: () => (hooksAreWithin ? withoutHooks(context) : context),
    })
  }
  field.resolve = wrapper
  return { original, wrapper, users: 0 }
}
