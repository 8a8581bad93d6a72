/** The plugin: its hooks. */
import type { ApolloServerPlugin, GraphQLRequestContext, GraphQLRequestListener } from '@apollo/server'
import { systemClock, withDeadline } from '@larder/core'
import { giveCodes } from './error-codes.ts'
import { type CachedFields, Installation } from './installation.ts'
import type { Loaders, ScopeContext } from './loaders-context.ts'
import { OperationListener } from './operation-listener.ts'
import { pastOf } from './past.ts'
import { type LarderOptions, resolveOptions } from './plugin-options.ts'
import { type Operation, RequestLoaders } from './request-loaders.ts'
import { RequestResolvers } from './request-resolvers.ts'
import type { PolicyContext, ResolverPolicies } from './resolver-policy.ts'
import { UnderWay } from './under-way.ts'
import { enter } from './wrapped-fields.ts'

/**
 * Puts the loaders on the context of every operation: `contextValue.loaders.products` is a DataLoader over the loader
 * `products`, made for the request on its first use.
 *
 * The operations of a batched HTTP request share what one request would: DataLoaders, report and invalidations. Scoped
 * loaders alone are made for each operation, from its own context. A context with loaders that comes again with another HTTP
 * request has them anew there.
 *
 * A response waits until what its request has invalidated is invalidated for everyone, so that a client that sees its
 * mutation succeed then reads what it wrote; up to `invalidationTimeout`, and whatever became of it. It does not wait
 * for an invalidation that begins after its last resolver has ended.
 *
 * A server that stops waits, after its last response and for as long at the most, for what its requests have begun and no
 * response waits for: invalidations, and the cache's refreshes and fills. The cache stays open: whoever made it closes it then.
 *
 * The resolvers of `resolvers` are wrapped in the schema itself while the server runs: once, should several servers share it.
 * An operation that is executed there without the plugin runs them as they are. Servers that share a cache share what it keeps
 * of them, and have the same policies: one with another does not start, before that has stopped.
 *
 * An error of Larder that reaches a response has its `code` as `extensions.code`.
 *
 * With incremental delivery (`@defer`) every payload waits for the invalidations before it; the report is that of the
 * first payload. Subscriptions do not pass through Apollo Server: see `subscribeWithLoaders`.
 *
 * @throws OptionError for an unknown option, a wrong value, loaders that are not Larder's, or a policy that cannot be.
 */
export function larder<
  const L extends Loaders,
  const R extends ResolverPolicies = Record<never, never>,
  C extends object = object,
>(options: LarderOptions<L, R, C>): ApolloServerPlugin<ScopeContext<L> & PolicyContext<R> & C> {
  const settings = resolveOptions(options)
  const { cache, loaders, policies, contextKey, past, invalidationTimeout, warm } = settings
  const ofListeners = { ...settings, hasPolicies: policies.size > 0 }
  const cachedFields: CachedFields = new WeakMap()
  /** Of all requests. */
  const invalidations = new UnderWay()
  /** Of batched HTTP requests, by what their operations share of the response. */
  const requests = new WeakMap<object, RequestLoaders>()
  /** Of the server that has begun to start, until something shows that it has started. */
  let starting: Installation | undefined

  function open(context: GraphQLRequestContext<object>, operation: Operation): RequestLoaders {
    const { contextValue, request: asked, response, requestIsBatched } = context
    const http = requestIsBatched ? response.http : asked.http
    const there = RequestLoaders.of(contextValue, contextKey, loaders)
    const request =
      (there?.isFor(http) ? there : undefined) ??
      (requestIsBatched ? requests.get(response.http) : undefined) ??
      new RequestLoaders(loaders, http, there)
    if (requestIsBatched) requests.set(response.http, request)
    request.attach(cache, invalidations)
    // Apollo Server has copied the context for this operation: a scoped loader shall see what is added to the copy.
    request.addTo(contextValue, contextKey, operation)
    enterResolvers(context, request, operation)
    return request
  }

  function enterResolvers(
    { contextValue, schema, logger }: GraphQLRequestContext<object>,
    request: RequestLoaders,
    operation: Operation,
  ): void {
    const fields = cachedFields.get(schema)
    if (fields === undefined || fields.size === 0) return
    const resolvers = new RequestResolvers({
      fields,
      loaders,
      contextKey,
      readings: request.readings,
      tagInvalidations: () => request.tagInvalidations,
      past: () => operation.past ?? request.past,
      warn: (message) => logger.warn(message),
    })
    enter(contextValue, resolvers)
  }

  async function drain(): Promise<void> {
    const settled = withDeadline(systemClock, invalidationTimeout, 'The cache', cache.settled())
    // Too late is no error of whoever stops: it goes on until the cache is closed.
    await Promise.all([invalidations.ended(invalidationTimeout), settled.catch(() => {})])
  }

  return {
    async serverWillStart({ logger, schema }) {
      const installation = new Installation(cache, policies, schema, cachedFields)
      starting = installation
      if (warm !== undefined) {
        const names = Object.values<Loaders[string]>(loaders).map(({ name }) => name)
        await cache
          .warmHot({ keys: warm.hot, within: warm.within, loaders: names })
          .catch((error: Error) => logger.warn(`larder: nothing was warmed. ${error.message}`))
      }
      return {
        schemaDidLoadOrUpdate: ({ apiSchema }) => installation.update(apiSchema),
        // Not drainServer: that runs while the last requests still do.
        async serverWillStop() {
          starting = undefined
          installation.end()
          await drain()
        },
      }
    },

    // Whatever it was that failed: such a server cannot be stopped.
    async startupDidFail() {
      starting?.end()
      starting = undefined
    },

    async requestDidStart(context) {
      starting = undefined
      const operation: Operation = { past: undefined }
      let request: RequestLoaders
      try {
        request = open(context, operation)
      } catch (refusal) {
        // Thrown from here it would reach nobody but the log; from didResolveOperation it becomes the response.
        return {
          didResolveOperation: () => Promise.reject(refusal),
          didEncounterErrors: async ({ errors }) => giveCodes(errors),
        }
      }
      const listener: GraphQLRequestListener<C> = new OperationListener(ofListeners, request, operation)
      if (past !== undefined)
        listener.didResolveOperation = async (resolved) => {
          const decided = pastOf(past, resolved)
          // The operations of a batched request differ; of a single one all that it has, that made by withLoaders, too.
          if (resolved.requestIsBatched) operation.past = decided
          else request.decide(operation, decided)
        }
      return listener
    },
  }
}
