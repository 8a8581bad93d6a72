/** A field whose resolver is cached: one loader of the cache, whose IDs are calls of the resolver. */
import { type Cache, InvalidKeyError, kindOf, type Loader, OptionError } from '@larder/core'
import type { GraphQLArgument } from 'graphql'
import { Call } from './call.ts'
import { type CallLoader, defineCallLoader } from './call-loader.ts'
import { argsText } from './canonical-args.ts'
import { isRecord } from './loaders-context.ts'
import type { CheckedPolicy, PolicedField } from './resolver-policy.ts'
import { runCalls } from './run-calls.ts'

/** A call's place in the cache. */
export interface Bound {
  /** As canonical JSON; `undefined` for a policy that is 'public'. */
  readonly scope: string | undefined
  loader(): Loader<Call, unknown>
}

/** GraphQL has filled in the defaults. */
const REQUESTED = { withDefaults: false }

const fields = new WeakMap<Cache, Map<string, CachedField>>()

export class CachedField implements PolicedField {
  readonly coordinate: string
  readonly policy: CheckedPolicy
  unsharedBy: string | undefined
  readonly #cache: Cache
  readonly #loader: CallLoader
  /** How many invalidations this process has asked for: what a request remembers from before one is not to be used. */
  invalidations = 0
  #servers = 0
  /** The field's, in the schema that a server has last started with or loaded. */
  #definitions: readonly GraphQLArgument[] = []
  #unregister: (() => void) | undefined

  /**
   * The one of this coordinate in the cache, however many servers have it.
   *
   * @throws OptionError where the coordinate has another policy there, and for options of the policy.
   */
  static of(cache: Cache, coordinate: string, policy: CheckedPolicy): CachedField {
    const ofCache = fields.get(cache) ?? new Map<string, CachedField>()
    fields.set(cache, ofCache)
    const before = ofCache.get(coordinate)
    if (before === undefined) ofCache.set(coordinate, new CachedField(cache, coordinate, policy))
    else if (before.policy !== policy)
      throw new OptionError(
        `larder: resolvers.${coordinate}`,
        'one policy for each cache',
        policy,
        'Make it once with resolver, and give that to all servers that share the cache.',
      )
    return ofCache.get(coordinate) as CachedField
  }

  private constructor(cache: Cache, coordinate: string, policy: CheckedPolicy) {
    this.#cache = cache
    this.coordinate = coordinate
    this.policy = policy
    this.#loader = defineCallLoader(cache, coordinate, policy, (calls, timeLeft, limits) =>
      runCalls(this, calls, timeLeft, limits),
    )
  }

  /** @returns `undefined` where the scope is unknown, and the policy lets such requests run the resolver themselves. */
  bind(context: object): Bound | undefined {
    const loader = this.#loader
    if (!('for' in loader)) return { scope: undefined, loader: () => loader }
    const scope = loader.scopeOf(context)
    return scope === undefined ? undefined : { scope, loader: () => loader.for(JSON.parse(scope)) }
  }

  /**
   * What the key says of the parent and of the arguments.
   *
   * @throws InvalidKeyError
   */
  keyOf(
    parent: unknown,
    definitions: readonly GraphQLArgument[],
    args: Readonly<Record<string, unknown>>,
  ): string {
    return this.#text(this.#identityOf(parent), argsText(this.coordinate, definitions, args, REQUESTED))
  }

  /**
   * Lets `cache.resolver` find it until what is returned is called by all who have registered it.
   *
   * @throws OptionError where something else has registered the coordinate.
   */
  register(definitions: readonly GraphQLArgument[]): () => void {
    if (this.#servers === 0)
      this.#unregister = this.#cache.registerResolver(this.coordinate, {
        invalidate: async (args = {}, scope, key) => this.#invalidate(args, scope, key),
      })
    this.#definitions = definitions
    this.#servers++
    let isLeft = false
    return () => {
      if (!isLeft && --this.#servers === 0) this.#unregister?.()
      isLeft = true
    }
  }

  #text(identity: unknown, args: string): string {
    return `[${this.policy.key === undefined ? null : this.#identityText(identity)},${args}]`
  }

  #identityOf(parent: unknown): unknown {
    try {
      return this.policy.key?.(parent)
    } catch (cause) {
      throw new InvalidKeyError(this.coordinate, '`key` threw; see cause.', { cause })
    }
  }

  #identityText(identity: unknown): string {
    const isPlain =
      typeof identity === 'string' || typeof identity === 'bigint' || Number.isFinite(identity as number)
    if (isPlain) return JSON.stringify(String(identity))
    throw new InvalidKeyError(
      this.coordinate,
      `the \`key\` of the parent has to be a string, a finite number or a bigint; received ${identity === undefined ? 'none' : `a ${typeof identity}`}.`,
    )
  }

  #invalidate(args: Readonly<Record<string, unknown>>, scope: unknown, identity: unknown): Promise<boolean> {
    const { key, selection } = this.policy
    const where = `cache.resolver("${this.coordinate}").invalidate`
    if (!isRecord(args)) throw new OptionError(`${where}: args`, 'a record of arguments', args, '', kindOf)
    if (selection === true)
      throw new OptionError(
        where,
        'a policy without selection',
        'one with selection: true',
        'The fields that were asked for are part of its keys, and nobody knows which there are.',
      )
    const loader = this.#loader
    if (!('for' in loader) && scope !== undefined)
      throw new OptionError(`${where}: scope`, "none, since the policy's is 'public'", 'one')
    if (key === undefined && identity !== undefined)
      throw new OptionError(`${where}: key`, 'none, since the policy has none', 'one')
    const text = this.#text(
      identity,
      argsText(this.coordinate, this.#definitions, args, { withDefaults: true }),
    )
    const bound = 'for' in loader ? loader.for(scope) : loader
    this.invalidations++
    return bound.invalidate(new Call({ key: text } as Call['parts']))
  }
}
