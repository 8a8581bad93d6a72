/** What a cached resolver sees of the context: loaders of its scope, and the names that its policy gives (law 6). */
import { inspect } from 'node:util'
import { isOfApollo, withinResolver } from './apollo-hooks.ts'
import type { AnyLoader, Call } from './call.ts'
import { ResolverContextError } from './errors.ts'
import { RESOLVERS } from './on-context.ts'
import type { RequestLoader } from './request-loader.ts'
import type { PolicedField } from './resolver-policy.ts'
import type { Run } from './run.ts'

/** Awaited, inspected or converted: whatever these would tell, they tell of any object. */
const ON_ANY_OBJECT = new Set<unknown>([
  'then',
  inspect.custom,
  // Where another server's wrapper lies within the resolver: it has no part in this run.
  RESOLVERS,
  ...Object.values(Object.getOwnPropertyDescriptors(Symbol))
    .map(({ value }) => value as unknown)
    .filter((value) => typeof value === 'symbol'),
])

type Refuse = (property: string, advice: string) => never

/**
 * Touching anything else throws a `ResolverContextError`, which the call remembers: a resolver that catches it has touched it
 * all the same.
 */
export function limitContext(field: PolicedField, call: Call, run: Run): object {
  const { coordinate, policy } = field
  const { context, contextKey } = call.parts
  const names = policy.context ?? []
  const seen = [contextKey, ...names]

  const refuseWith: Refuse = (property, advice) => {
    call.refusal ??= new ResolverContextError(coordinate, `contextValue.${property}`, advice)
    throw call.refusal
  }
  const loaders = limitLoaders(field, call.parts, run, refuseWith)

  function refuse(property: string | symbol): never {
    const advice =
      `It sees ${seen.join(', ')}; a name in the policy's \`context\` lets it see what is the same for every ` +
      'request, and what differs belongs into `scope`.'
    return refuseWith(String(property), advice)
  }
  function hasNone(): never {
    const advice = 'The field has no resolver of its own: take its policy away.'
    return refuseWith('fieldResolver', advice)
  }
  function read(property: string | symbol): unknown {
    if (ON_ANY_OBJECT.has(property)) return undefined
    if (typeof property === 'symbol')
      return isOfApollo(property) ? withinResolver(property, hasNone) : refuse(property)
    if (property === contextKey) return loaders
    return names.includes(property) ? Reflect.get(context, property) : refuse(property)
  }
  const isThere = (name: string) => name === contextKey || name in context

  return new Proxy(Object.create(null), {
    get: (_, property) => read(property),
    has: (_, property) => read(property) !== undefined,
    ownKeys: () => seen.filter(isThere),
    getOwnPropertyDescriptor(_, property) {
      const value = read(property)
      return value === undefined
        ? undefined
        : { value, enumerable: true, configurable: true, writable: false }
    },
    set: (_, property) => refuse(property),
    defineProperty: (_, property) => refuse(property),
    deleteProperty: (_, property) => refuse(property),
  })
}

function limitLoaders({ policy }: PolicedField, parts: Call['parts'], run: Run, refuse: Refuse): object {
  const limited = Object.create(null)
  for (const [name, loader] of Object.entries(parts.loaders) as [string, AnyLoader][]) {
    let made: RequestLoader<unknown, unknown> | undefined
    const get = (): RequestLoader<unknown, unknown> => {
      const isOpen = !('for' in loader)
      // By the function: that two scopes are equal in one request proves nothing, user 7 may be of tenant 7. And another's is
      // not even called, since by what it throws the resolver would learn who asks.
      if (isOpen || loader.scope === policy.scope) {
        made ??= run.loader(loader, isOpen ? undefined : parts.scope, parts.past)
        return made
      }
      const advice =
        policy.scope === 'public'
          ? "It has a scope, and the policy's is 'public'."
          : "Its `scope` has to be the policy's: give both the same function."
      return refuse(`${parts.contextKey}.${name}`, advice)
    }
    Object.defineProperty(limited, name, { get, enumerable: true })
  }
  const advice = 'Whether it runs is up to the cache: mutations invalidate.'
  Object.defineProperty(limited, 'invalidateTags', {
    get: () => refuse(`${parts.contextKey}.invalidateTags`, advice),
  })
  return Object.freeze(limited)
}
