/** What a cached resolver sees of the context: loaders of its scope, and the names that its policy gives (law 6). */
import type { ScopedLoader } from '@larder/core'
import type { AnyLoader, Call } from './call.ts'
import { ResolverContextError } from './errors.ts'
import type { RequestLoader } from './request-loader.ts'
import type { PolicedField } from './resolver-policy.ts'
import type { Run } from './run.ts'

/** Touching anything else throws a `ResolverContextError`. */
export function limitContext(field: PolicedField, { parts }: Call, run: Run): object {
  const { coordinate, policy } = field
  const { context, contextKey } = parts
  const loaders = limitLoaders(field, parts, run)
  const names = policy.context ?? []
  const seen = [contextKey, ...names]

  function refuse(property: string | symbol): never {
    const advice =
      `It sees ${seen.join(', ')}; a name in the policy's \`context\` lets it see what is the same for every ` +
      'request, and what differs belongs into `scope`.'
    throw new ResolverContextError(coordinate, `contextValue.${String(property)}`, advice)
  }
  function read(property: string | symbol): unknown {
    // Awaited, inspected or converted: whatever these would tell, they tell of any object.
    if (typeof property === 'symbol' || property === 'then') return undefined
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

function limitLoaders({ coordinate, policy }: PolicedField, parts: Call['parts'], run: Run): object {
  const limited = Object.create(null)
  for (const [name, loader] of Object.entries(parts.loaders) as [string, AnyLoader][]) {
    const get = (): RequestLoader<unknown, unknown> => {
      if (!('for' in loader)) return run.loader(loader, undefined, parts.past)
      const scope = loader.scopeOf(parts.context)
      if (scope === undefined || !isWithin(loader, scope, policy.scope, parts.scope)) {
        const advice =
          policy.scope === 'public'
            ? "It has a scope, and the policy's is 'public'."
            : "Its scope is not a part of the policy's: give both the same function, or make both scopes records, and " +
              "let the policy's have all that the loader's has."
        throw new ResolverContextError(coordinate, `contextValue.${parts.contextKey}.${name}`, advice)
      }
      return run.loader(loader, scope, parts.past)
    }
    Object.defineProperty(limited, name, { get, enumerable: true })
  }
  return Object.freeze(limited)
}

/**
 * Whether all who share the results have the same scope for this loader. That the two are equal in one request proves
 * nothing: user 7 may be of tenant 7. So it has to be the same function, or named parts of a record.
 */
function isWithin(
  loader: ScopedLoader<unknown, unknown, object, unknown>,
  scope: string,
  policyScope: unknown,
  own: string | undefined,
): boolean {
  if (own === undefined) return false
  if (loader.scope === policyScope) return scope === own
  const [part, whole] = [JSON.parse(scope), JSON.parse(own)]
  if (!isRecord(part) || !isRecord(whole)) return false
  return Object.entries(part).every(([name, value]) => Object.hasOwn(whole, name) && whole[name] === value)
}

function isRecord(scope: unknown): scope is Readonly<Record<string, unknown>> {
  return typeof scope === 'object' && scope !== null && !Array.isArray(scope)
}
