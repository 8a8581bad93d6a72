/** A field whose resolver is cached: one loader of the cache, whose IDs are calls of the resolver. */
import { type Cache, kindOf, type Loader, OptionError, type ResultOwner } from '@larder/core'
import type { GraphQLArgument } from 'graphql'
import { Call, type Resolve } from './call.ts'
import { keyOfResult } from './call-key.ts'
import { type CallLoader, defineCallLoader } from './call-loader.ts'
import { isRecord } from './loaders-context.ts'
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

type Args = Readonly<Record<string, unknown>>

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
   * The one of this coordinate in the cache, however many servers have it. `cache.resolver` finds it, until the last has left:
   * then the coordinate is as if it had never been there.
   *
   * @throws OptionError where another server has the coordinate there with another policy, or something else has registered
   *   it, and for options of the policy.
   */
  static take(
    cache: Cache,
    coordinate: string,
    policy: CheckedPolicy,
    definitions: readonly GraphQLArgument[],
  ): Taken {
    const ofCache = taken.get(cache) ?? new Map<string, CachedField>()
    taken.set(cache, ofCache)
    const cached = ofCache.get(coordinate) ?? new CachedField(cache, coordinate, policy)
    if (cached.policy !== policy)
      throw new OptionError(
        `larder: resolvers.${coordinate}`,
        'the policy that a running server has there, since both share the cache',
        policy,
        'Make it once with resolver, and give it to both; or stop that server before this one starts.',
      )
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

  private constructor(cache: Cache, coordinate: string, policy: CheckedPolicy) {
    this.coordinate = coordinate
    this.policy = policy
    const unregister = cache.registerResolver(coordinate, {
      invalidate: async (args = {}, whose = {}) => this.#invalidate(args, whose),
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

  async #invalidate(args: Args, whose: ResultOwner): Promise<boolean> {
    this.#check(args, whose)
    const { scope, key } = whose
    const loader = this.#loader
    const calls = this.#keysOf(args, key).map((text) => new Call({ key: text } as Call['parts']))
    const bound = 'for' in loader ? loader.for(scope) : loader
    this.invalidations++
    return (await bound.invalidateMany(calls)).includes(true)
  }

  #check(args: unknown, whose: ResultOwner): void {
    const { key, selection } = this.policy
    const where = `cache.resolver("${this.coordinate}").invalidate`
    if (!isRecord(args)) throw new OptionError(`${where}: args`, 'a record of arguments', args, '', kindOf)
    if (!isRecord(whose) || Object.keys(whose).some((name) => name !== 'scope' && name !== 'key'))
      throw new OptionError(`${where}: whose`, '{ scope, key }, or a part of it', whose, '', kindOf)
    if (selection === true)
      throw new OptionError(
        where,
        'a policy without selection',
        'one with selection: true',
        'The fields that were asked for are part of its keys, and nobody knows which there are.',
      )
    if (!('for' in this.#loader) && whose.scope !== undefined)
      throw new OptionError(`${where}: scope`, "none, since the policy's is 'public'", 'one')
    if (key === undefined && whose.key !== undefined)
      throw new OptionError(`${where}: key`, 'none, since the policy has none', 'one')
  }

  /** In the schema of each server: they may differ in the defaults of arguments, and in what arguments there are. */
  #keysOf(args: Args, identity: unknown): string[] {
    const keys = new Set<string>()
    let refusal: unknown
    for (const definitions of new Set(this.#servers.values())) {
      try {
        keys.add(keyOfResult(this, identity, definitions, args))
      } catch (error) {
        refusal ??= error
      }
    }
    if (keys.size === 0) throw refusal
    return [...keys]
  }
}
