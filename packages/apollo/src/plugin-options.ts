/** The options of the plugin, as they are given and as they are checked at the door. */
import type { GraphQLRequestContext } from '@apollo/server'
import { type Cache, type Duration, OptionError, toMs } from '@larder/core'
import { checkCallLoaders } from './call-loader.ts'
import { checkLoaders, type Loaders } from './loaders-context.ts'
import type { Past } from './past.ts'
import { type CheckedPolicy, checkPolicies, type ResolverPolicies } from './resolver-policy.ts'

export interface LarderOptions<
  L extends Loaders,
  R extends ResolverPolicies = ResolverPolicies,
  C extends object = object,
> {
  /** The cache that the loaders were made by. Whoever made it closes it, after the server has stopped. */
  readonly cache: Cache
  /** Made by `cache.loader`, each under the name by which resolvers shall know it. */
  readonly loaders: L
  /**
   * Whole resolvers whose results are cached, by schema coordinate: `{ 'Query.topProducts': resolver({ … }) }`. The server
   * does not start with one that its schema has no field for. Default: none.
   */
  readonly resolvers?: R | undefined
  /** The name of the loaders on the context. Default `loaders`. */
  readonly contextKey?: string | undefined
  /**
   * Whether responses say, under `extensions.larder`, what became of the keys that each loader was asked for
   * (`loaders`, or what `contextKey` says, each a `ReadReport`), and of the calls of each cached resolver (`resolvers`, each a
   * `ResolverReport`). Several plugins of a server report side by side. For development and tests: it tells clients what others
   * have read. Default false.
   */
  readonly report?: boolean | undefined
  /**
   * Whether the cache hints of a response are narrowed: `maxAge` to the whole seconds for which all that was read stays
   * fresh, and the scope to PRIVATE where anything with a scope was read. Nothing is widened, and what no hint makes
   * cacheable stays so. Default true.
   */
  readonly hints?: boolean | undefined
  /**
   * How an operation goes past the cache: `'bypass'` reads nothing from it and writes nothing to it, `'fresh'` loads and
   * writes. It is called once the operation is known, before that is executed; where it throws, the operation is refused.
   * Invalidations have their effect in any case. Whoever may decide this can load your sources: ask who is asking. Default:
   * no operation does.
   */
  readonly past?: ((operation: GraphQLRequestContext<C>) => Past) | undefined
  /**
   * For how long a response waits, at most, for the invalidations of its request, and a server that stops for those of all
   * requests, and for what the cache still does behind the scenes. Default '1s'.
   */
  readonly invalidationTimeout?: Duration | undefined
  /**
   * Before the server takes traffic, the `hot` keys of these loaders that were read most often are loaded, those of them
   * that are absent. For `within` at the most (default '5s'), and whatever becomes of it. The cache of the processes that
   * remember which these are has the option `hot`. Default: nothing is warmed.
   */
  readonly warm?: WarmOptions | undefined
}

interface WarmOptions {
  /** A whole number from 1. */
  readonly hot: number
  readonly within?: Duration | undefined
}

/** The options, checked. */
interface Settings<L, C extends object> {
  readonly cache: Cache
  readonly loaders: L
  readonly policies: ReadonlyMap<string, CheckedPolicy>
  readonly contextKey: string
  readonly report: boolean
  readonly hints: boolean
  readonly past: ((operation: GraphQLRequestContext<C>) => Past) | undefined
  /** Milliseconds. */
  readonly invalidationTimeout: number
  readonly warm: { readonly hot: number; readonly within: number } | undefined
}

const OPTIONS = [
  ...['cache', 'loaders', 'resolvers', 'contextKey', 'report', 'hints', 'past'],
  ...['invalidationTimeout', 'warm'],
]

/** @throws OptionError */
export function resolveOptions<L extends Loaders, C extends object>(
  options: LarderOptions<L, ResolverPolicies, C>,
): Settings<L, C> {
  const unknown = Object.keys(options).find((option) => !OPTIONS.includes(option))
  if (unknown !== undefined) {
    throw new OptionError('larder', `the options ${OPTIONS.join(', ')}`, unknown, 'There is no such option.')
  }
  const { cache, loaders, contextKey = 'loaders', report = false, hints = true, past } = options
  const { resolvers = {}, invalidationTimeout = '1s' } = options
  const timeout = toMs('larder: invalidationTimeout', invalidationTimeout)
  if (typeof cache?.loader !== 'function') {
    throw new OptionError('larder: cache', 'a cache made by createCache', cache)
  }
  checkLoaders('larder: loaders', loaders)
  if (typeof contextKey !== 'string' || contextKey === '' || contextKey === 'resolvers') {
    throw new OptionError('larder: contextKey', 'a name other than resolvers', contextKey)
  }
  if (typeof report !== 'boolean') throw new OptionError('larder: report', 'true or false', report)
  if (typeof hints !== 'boolean') throw new OptionError('larder: hints', 'true or false', hints)
  if (past !== undefined && typeof past !== 'function') {
    throw new OptionError('larder: past', 'a function of the operation', past)
  }
  const policies = checkPolicies(resolvers, contextKey)
  checkCallLoaders(cache.namespace, policies)
  const warm = resolveWarm(options.warm)
  return { cache, loaders, policies, contextKey, report, hints, past, invalidationTimeout: timeout, warm }
}

function resolveWarm(warm: WarmOptions | undefined): Settings<never, object>['warm'] {
  if (warm === undefined) return undefined
  if (typeof warm !== 'object' || warm === null || Array.isArray(warm)) {
    throw new OptionError('larder: warm', '{ hot, within }', warm)
  }
  const unknown = Object.keys(warm).find((option) => option !== 'hot' && option !== 'within')
  if (unknown !== undefined) {
    throw new OptionError('larder: warm', 'the options hot, within', unknown, 'There is no such option.')
  }
  if (!Number.isSafeInteger(warm.hot) || warm.hot < 1) {
    throw new OptionError('larder: warm.hot', 'a whole number from 1', warm.hot)
  }
  const { hot, within = '5s' } = warm
  return { hot, within: toMs('larder: warm.within', within, { positive: true }) }
}
