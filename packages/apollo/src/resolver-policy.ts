/** How a whole resolver is cached: the policy as it is given, and as it is checked at the door. */
import { type Duration, type LoaderPolicy, OptionError, toMs } from '@larder/core'
import type { Resolve } from './call.ts'
import { isRecord } from './loaders-context.ts'

/** The options that mean what they mean for a loader. */
type Shared =
  | 'ttl'
  | 'grace'
  | 'missingTtl'
  | 'jitter'
  | 'early'
  | 'version'
  | 'upgrade'
  | 'timeout'
  | 'waitTimeout'
  | 'cooldown'
  | 'holdAfterInvalidate'
  | 'source'
  | 'maxValueBytes'
  | 'codec'
  | 'freeze'

interface PublicScope {
  /** The results depend on nothing of the request: every request shares them. */
  readonly scope: 'public'
  readonly unscoped?: undefined
}

interface OwnScope<C> {
  /** The part of the request that the results depend on, as a loader's `scope`: it becomes part of the key. */
  readonly scope: (context: C) => unknown
  /** With `'bypass'`, a request whose scope is `undefined` runs the resolver as without a policy, instead of being refused. */
  readonly unscoped?: 'bypass' | undefined
}

/** Of a loader's options those with which a result is kept, and those that say what the result depends on. */
export type ResolverOptions<V, C, P> = Keeping<V, P> & (PublicScope | OwnScope<C>)

interface Keeping<V, P> extends Pick<LoaderPolicy<never, V>, Shared> {
  /**
   * The identity of the parent object: part of the key. Required for fields of other types than the query's. Without it
   * the resolver sees no parent.
   */
  readonly key?: ((parent: P) => string | number | bigint) | undefined
  /**
   * Whether the result depends on which fields were asked for: they become part of the key, and the resolver may read
   * `info.fieldNodes`. Such results cannot be invalidated. Default false.
   */
  readonly selection?: boolean | undefined
  /** What the resolver sees of the context besides loaders: names of properties that are the same for every request. */
  readonly context?: readonly string[] | undefined
}

/** Made by `resolver`. To be given to one coordinate of one cache; to several servers, if they share the cache. */
export interface ResolverPolicy<C> {
  readonly scope: 'public' | ((context: C) => unknown)
}

/** By schema coordinate. */
export type ResolverPolicies = Readonly<Record<string, ResolverPolicy<never>>>

/** What a context has to hold already, so that each policy finds its scope. */
export type PolicyContext<R extends ResolverPolicies> = string extends keyof R
  ? unknown
  : {
        [coordinate in keyof R]: R[coordinate] extends ResolverPolicy<infer C> ? (context: C) => void : never
      }[keyof R] extends (context: infer C) => void
    ? C
    : unknown

/** A policy as the rest of the plugin has it: checked. */
export type CheckedPolicy = ResolverOptions<unknown, object, unknown>

/** A field with its policy, as it is run. */
export interface PolicedField {
  readonly coordinate: string
  readonly policy: CheckedPolicy
  /**
   * Whether a run of this resolver has read what depends on the request: it runs for every request since then, as without a
   * policy. The resolver of another server or another schema does not.
   */
  isUnshared(resolve: Resolve): boolean
  unshare(resolve: Resolve): void
}

const KNOWN = {
  ttl: true,
  grace: true,
  missingTtl: true,
  jitter: true,
  early: true,
  version: true,
  upgrade: true,
  timeout: true,
  waitTimeout: true,
  cooldown: true,
  holdAfterInvalidate: true,
  source: true,
  maxValueBytes: true,
  codec: true,
  freeze: true,
  scope: true,
  unscoped: true,
  key: true,
  selection: true,
  context: true,
} satisfies Record<keyof CheckedPolicy, true>

/**
 * A policy for the option `resolvers` of `larder`: `'Query.topProducts': resolver({ ttl: '1m', scope: 'public' })`.
 * It is checked by `larder`, whose errors name the coordinate.
 */
export function resolver<V = unknown, C extends object = object, P = unknown>(
  options: ResolverOptions<V, C, P>,
): ResolverPolicy<NoInfer<C>> {
  return Object.freeze({ ...options })
}

/** @throws OptionError that names the coordinate. What a loader has, too, the cache checks. */
export function checkPolicies(resolvers: unknown, contextKey: string): ReadonlyMap<string, CheckedPolicy> {
  const where = 'larder: resolvers'
  if (!isRecord(resolvers))
    throw new OptionError(where, 'an object of policies by schema coordinate', resolvers)
  const policies = Object.entries(resolvers)
  for (const [coordinate, policy] of policies) checkPolicy(`${where}.${coordinate}`, policy, contextKey)
  return new Map(policies)
}

function checkPolicy(where: string, policy: unknown, contextKey: string): asserts policy is CheckedPolicy {
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy))
    throw new OptionError(where, 'a policy made by resolver', policy)
  const given = policy as Readonly<Record<keyof CheckedPolicy, unknown>>
  const unknown = Object.keys(given).find((option) => !Object.hasOwn(KNOWN, option))
  if (unknown !== undefined)
    throw new OptionError(
      where,
      `the options ${Object.keys(KNOWN).join(', ')}`,
      unknown,
      'There is no such option.',
    )
  const expect = (option: keyof CheckedPolicy, expected: string, holds: boolean) => {
    if (!holds) throw new OptionError(`${where}: ${option}`, expected, given[option])
  }
  const { scope, key, unscoped, selection, context, ttl } = given
  expect('scope', "'public', or a function of the context", scope === 'public' || typeof scope === 'function')
  expect('key', 'a function of the parent', key === undefined || typeof key === 'function')
  expect(
    'unscoped',
    "'bypass', and a scope that can be undefined",
    unscoped === undefined || (unscoped === 'bypass' && scope !== 'public'),
  )
  expect('selection', 'true or false', selection === undefined || typeof selection === 'boolean')
  expect(
    'context',
    `names of properties of the context, each once, and neither ${contextKey} nor then`,
    context === undefined || isNames(context, contextKey),
  )
  if (ttl !== undefined && typeof ttl !== 'function') toMs(`${where}: ttl`, ttl as Duration)
}

function isNames(names: unknown, contextKey: string): boolean {
  // Its loaders it has anyway, and what has a `then` is taken for a promise.
  const isName = (name: unknown) => typeof name === 'string' && !['', contextKey, 'then'].includes(name)
  return Array.isArray(names) && names.every(isName) && new Set(names).size === names.length
}
