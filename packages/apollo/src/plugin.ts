/** The plugin: its options and its hooks. */
import type { ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server'
import { type Cache, type Duration, OptionError, systemClock, toMs, withDeadline } from '@larder/core'
import type { GraphQLError } from 'graphql'
import { checkLoaders, type Loaders, type ScopeContext } from './loaders-context.ts'
import { RequestLoaders } from './request-loaders.ts'
import { UnderWay } from './under-way.ts'

export interface LarderOptions<L extends Loaders> {
  /** The cache that the loaders were made by. Whoever made it closes it, after the server has stopped. */
  readonly cache: Cache
  /** Made by `cache.loader`, each under the name by which resolvers shall know it. */
  readonly loaders: L
  /** The name of the loaders on the context. Default `loaders`. */
  readonly contextKey?: string
  /**
   * Whether responses say, under `extensions.larder.loaders`, what became of the keys that each loader was asked for
   * (`ReadReport`). For development and tests: it tells clients what others have read. Default false.
   */
  readonly report?: boolean
  /**
   * For how long a response waits, at most, for the invalidations of its request, and a server that stops for those of all
   * requests, and for what the cache still does behind the scenes. Default '1s'.
   */
  readonly invalidationTimeout?: Duration
  /**
   * Before the server takes traffic, the `hot` keys of these loaders that were read most often are loaded, those of them
   * that are absent. For `within` at the most (default '5s'), and whatever becomes of it. The cache of the processes that
   * remember which these are has the option `hot`. Default: nothing is warmed.
   */
  readonly warm?: WarmOptions
}

interface WarmOptions {
  /** A whole number from 1. */
  readonly hot: number
  readonly within?: Duration
}

/** The options, checked. */
interface Settings<L> {
  readonly cache: Cache
  readonly loaders: L
  readonly contextKey: string
  readonly report: boolean
  /** Milliseconds. */
  readonly invalidationTimeout: number
  readonly warm: { readonly hot: number; readonly within: number } | undefined
}

const OPTIONS = ['cache', 'loaders', 'contextKey', 'report', 'invalidationTimeout', 'warm']

/**
 * Puts the loaders on the context of every operation: `contextValue.loaders.products` is a DataLoader over the loader
 * `products`, made for the request on its first use.
 *
 * The operations of a batched HTTP request share what one request would: DataLoaders, report and invalidations. Scoped
 * loaders alone are made for each operation, from its own context.
 *
 * A response waits until what its request has invalidated is invalidated for everyone, so that a client that sees its
 * mutation succeed then reads what it wrote; up to `invalidationTimeout`, and whatever became of it. It does not wait
 * for an invalidation that begins after its last resolver has ended.
 *
 * A server that stops waits, after its last response and for as long at the most, for what its requests have begun and no
 * response waits for: invalidations, and the cache's refreshes and fills. The cache stays open: whoever made it closes it then.
 *
 * An error of Larder that reaches a response has its `code` as `extensions.code`.
 *
 * With incremental delivery (`@defer`) every payload waits for the invalidations before it; the report is that of the
 * first payload. Subscriptions do not pass through Apollo Server: see `withLoaders`.
 *
 * @throws OptionError for an unknown option, a wrong value, or loaders that are not Larder's.
 */
export function larder<const L extends Loaders>(
  options: LarderOptions<L>,
): ApolloServerPlugin<ScopeContext<L>> {
  const { cache, loaders, contextKey, report, invalidationTimeout, warm } = resolve(options)
  /** Of all requests. */
  const invalidations = new UnderWay()
  /** By what the operations of one HTTP request share of their response. */
  const requests = new WeakMap<object, RequestLoaders>()

  function open({ contextValue, response }: GraphQLRequestContext<object>): RequestLoaders {
    const request =
      RequestLoaders.of(contextValue, contextKey, loaders) ??
      requests.get(response.http) ??
      new RequestLoaders(loaders)
    requests.set(response.http, request)
    request.invalidations.tell(invalidations)
    // Apollo Server has copied the context for this operation: a scoped loader shall see what is added to the copy.
    request.addTo(contextValue, contextKey)
    return request
  }

  async function drain(): Promise<void> {
    const settled = withDeadline(systemClock, invalidationTimeout, 'The cache', cache.settled())
    // Too late is no error of whoever stops: it goes on until the cache is closed.
    await Promise.all([invalidations.ended(invalidationTimeout), settled.catch(() => {})])
  }

  return {
    async serverWillStart({ logger }) {
      if (warm !== undefined) {
        const names = Object.values<Loaders[string]>(loaders).map(({ name }) => name)
        await cache
          .warmHot({ keys: warm.hot, within: warm.within, loaders: names })
          .catch((error: Error) => logger.warn(`larder: nothing was warmed. ${error.message}`))
      }
      // Not drainServer: that runs while the last requests still do.
      return { serverWillStop: drain }
    },

    async requestDidStart(operation) {
      let request: RequestLoaders
      try {
        request = open(operation)
      } catch (refusal) {
        // Thrown from here it would reach nobody but the log; from didResolveOperation it becomes the response.
        return {
          didResolveOperation: () => Promise.reject(refusal),
          didEncounterErrors: async ({ errors }) => giveCodes(errors),
        }
      }
      const invalidated = () => request.invalidations.ended(invalidationTimeout)
      return {
        didEncounterErrors: async ({ errors }) => giveCodes(errors),
        didEncounterSubsequentErrors: async (_operation, errors) => giveCodes(errors),
        async willSendResponse({ response: { body } }) {
          await invalidated()
          if (!report) return
          const result = body.kind === 'single' ? body.singleResult : body.initialResult
          result.extensions = { ...result.extensions, larder: { loaders: request.report() } }
        },
        willSendSubsequentPayload: invalidated,
      }
    },
  }
}

/** Apollo Server would call them all INTERNAL_SERVER_ERROR. By the code's form: a package loaded twice has two classes. */
function giveCodes(errors: readonly GraphQLError[]): void {
  for (const { extensions, originalError } of errors) {
    const code = (originalError as { readonly code?: unknown } | undefined)?.code
    if (typeof code === 'string' && code.startsWith('LARDER_')) extensions.code ??= code
  }
}

function resolve<L extends Loaders>(options: LarderOptions<L>): Settings<L> {
  const unknown = Object.keys(options).find((option) => !OPTIONS.includes(option))
  if (unknown !== undefined) {
    throw new OptionError('larder', `the options ${OPTIONS.join(', ')}`, unknown, 'There is no such option.')
  }
  const { cache, loaders, contextKey = 'loaders', report = false, invalidationTimeout = '1s' } = options
  const timeout = toMs('larder: invalidationTimeout', invalidationTimeout)
  if (typeof cache?.loader !== 'function') {
    throw new OptionError('larder: cache', 'a cache made by createCache', cache)
  }
  checkLoaders('larder: loaders', loaders)
  if (typeof contextKey !== 'string' || contextKey === '') {
    throw new OptionError('larder: contextKey', 'a name', contextKey)
  }
  if (typeof report !== 'boolean') throw new OptionError('larder: report', 'true or false', report)
  return { cache, loaders, contextKey, report, invalidationTimeout: timeout, warm: resolveWarm(options.warm) }
}

function resolveWarm(warm: WarmOptions | undefined): Settings<never>['warm'] {
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
