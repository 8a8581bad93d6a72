/** A field whose resolver is cached: one loader of the cache, whose IDs are calls of the resolver. */
import { type Cache, type Loader, OptionError } from '@larder/core'
import type { GraphQLArgument } from 'graphql'
import type { Call, Resolve } from './call.ts'
import { type CallLoader, defineCallLoader } from './call-loader.ts'
import { invalidateResult } from './invalidate-result.ts'
import type { CheckedPolicy, PolicedField } from './resolver-policy.ts'
import { runCalls } from './run-calls.ts'

/** A call's place in the cache. */
export interface Bound {
  /** As canonical JSON; `undefined` for a policy that is 'public'. */
  readonly scope: string | undefined
  loader(): Loader<Call, unknown>
}

/** A field as a running server has it. */
interface Taken {
  readonly cached: CachedField
  /** The server has it no longer. To be called once. */
  leave(): void
}

/** Those that running servers have, by coordinate. */
const taken = new WeakMap<Cache, Map<string, CachedField>>()

export class CachedField implements PolicedField {
  readonly coordinate: string
  readonly policy: CheckedPolicy
  /** How many invalidations this process has asked for: what a request remembers from before one is not to be used. */
  invalidations = 0
  readonly #loader: CallLoader
  readonly #unshared = new WeakSet<Resolve>()
  /** By server: the field's arguments in its schema. */
  readonly #servers = new Map<object, readonly GraphQLArgument[]>()
  readonly #end: () => void

  /**
   * For one server more. `cache.resolver` finds it, until the last has left: then the coordinate is as if it had never been
   * there.
   *
   * @throws OptionError as `running`, and where something else has registered the coordinate.
   */
  static take(
    cache: Cache,
    coordinate: string,
    policy: CheckedPolicy,
    definitions: readonly GraphQLArgument[],
  ): Taken {
    const ofCache = taken.get(cache) ?? new Map<string, CachedField>()
    taken.set(cache, ofCache)
    const cached =
      CachedField.running(cache, coordinate, policy) ?? new CachedField(cache, coordinate, policy)
    ofCache.set(coordinate, cached)
    const server = {}
    cached.#servers.set(server, definitions)
    const leave = () => {
      cached.#servers.delete(server)
      if (cached.#servers.size > 0) return
      ofCache.delete(coordinate)
      cached.#end()
    }
    return { cached, leave }
  }

  /**
   * That of the running servers, if there are any.
   *
   * @throws OptionError where they have another policy.
   */
  static running(cache: Cache, coordinate: string, policy: CheckedPolicy): CachedField | undefined {
    const running = taken.get(cache)?.get(coordinate)
    if (running === undefined || running.policy === policy) return running
    throw new OptionError(
      `larder: resolvers.${coordinate}`,
      'the policy that a running server has there, since both share the cache',
      policy,
      'Make it once with resolver, and give it to both; or stop that server before this one starts.',
    )
  }

  private constructor(cache: Cache, coordinate: string, policy: CheckedPolicy) {
    this.coordinate = coordinate
    this.policy = policy
    const unregister = cache.registerResolver(coordinate, {
      invalidate: (args = {}, scope, key) => {
        const named = { field: this, args, scope, key, schemas: new Set(this.#servers.values()) }
        return invalidateResult(this.#loader, named, () => void this.invalidations++)
      },
    })
    try {
      this.#loader = defineCallLoader(cache, coordinate, policy, (calls, timeLeft, limits) =>
        runCalls(this, calls, timeLeft, limits),
      )
    } catch (error) {
      unregister()
      throw error
    }
    this.#end = () => {
      unregister()
      cache.releaseLoader(coordinate)
    }
  }

  /** @returns `undefined` where the scope is unknown, and the policy lets such requests run the resolver themselves. */
  bind(context: object): Bound | undefined {
    const loader = this.#loader
    if (!('for' in loader)) return { scope: undefined, loader: () => loader }
    const scope = loader.scopeOf(context)
    return scope === undefined ? undefined : { scope, loader: () => loader.for(JSON.parse(scope)) }
  }

  isUnshared(resolve: Resolve): boolean {
    return this.#unshared.has(resolve)
  }

  unshare(resolve: Resolve): void {
    this.#unshared.add(resolve)
  }
}
