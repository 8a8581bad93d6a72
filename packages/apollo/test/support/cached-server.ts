/** A server with resolvers of a test's own, some of them cached, and what asks it. */
import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { type Cache, createCache, type ReadReport } from '@larder/core'
import { manualClock } from '@larder/core/testing'
import type { GraphQLSchema } from 'graphql'
import { type LarderOptions, larder, type ResolverPolicies, type ResolverReport } from '../../src/index.ts'
import type { Loaders } from '../../src/loaders-context.ts'
import { atEnd } from './at-end.ts'

// biome-ignore lint/suspicious/noExplicitAny: the resolvers of a test know what they are given.
type Any = any
type Resolvers = Record<string, Record<string, (parent: Any, args: Any, context: Any, info: Any) => unknown>>

export interface Result {
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it has asked for.
  readonly data?: any
  readonly errors?: readonly { message: string; path?: unknown[]; extensions: { code?: string } }[]
  readonly extensions?: {
    readonly larder: {
      readonly loaders: Record<string, ReadReport>
      readonly resolvers: Record<string, ResolverReport>
    }
  }
}

export interface CachedServerOptions {
  readonly typeDefs?: string
  readonly resolvers?: Resolvers | object
  readonly schema?: GraphQLSchema
  readonly policies?: ResolverPolicies
  readonly loaders?: Loaders | undefined
  readonly cache?: Cache
  readonly larder?: Partial<LarderOptions<Loaders>>
  /** Stand before the plugin. */
  readonly plugins?: ApolloServerPlugin<object>[]
  readonly server?: Partial<ApolloServerOptions<object>>
}

/** Time stands still unless the test moves it. */
export function createTestCache() {
  const clock = manualClock()
  const cache = createCache({ namespace: 'test', clock })
  atEnd(() => cache.close())
  return { cache, clock }
}

export const policy = { ttl: '1m', grace: '1h', jitter: 0, early: { beta: 0 } } as const

export function createServer(options: CachedServerOptions) {
  const { typeDefs, resolvers, schema, policies, loaders = {}, plugins = [], server: more } = options
  const cache = options.cache ?? createTestCache().cache
  const warnings: string[] = []
  const logger = { debug() {}, info() {}, warn: (text: string) => void warnings.push(text), error() {} }
  const given = schema === undefined ? { typeDefs, resolvers } : { schema }
  const plugin = larder({ cache, loaders, resolvers: policies ?? {}, report: true, ...options.larder })
  const server = new ApolloServer<object>({
    ...given,
    plugins: [...plugins, plugin as ApolloServerPlugin<object>],
    logger,
    stopOnTerminationSignals: false,
    allowBatchedHttpRequests: true,
    ...more,
  } as ApolloServerOptions<object>)
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await server.stop()
  }
  atEnd(() => stop().catch(() => {}))

  async function execute(
    query: string,
    contextValue: object = {},
    variables: Record<string, unknown> = {},
  ): Promise<Result> {
    const { body } = await server.executeOperation({ query, variables }, { contextValue })
    if (body.kind !== 'single') throw new Error('Expected one result')
    return JSON.parse(JSON.stringify(body.singleResult))
  }
  return { cache, server, warnings, execute, stop }
}

/** Over HTTP: who asks is told by a header, and is on the context as `userId`. */
export async function serveCached(
  options: CachedServerOptions,
  contextOf = (userId: string | undefined): object | Promise<object> =>
    userId === undefined ? {} : { userId },
) {
  const made = createServer(options)
  const { url } = await startStandaloneServer(made.server, {
    listen: { port: 0 },
    context: async ({ req }) => contextOf(req.headers['x-user'] as string | undefined),
  })
  async function ask(query: string, userId?: string) {
    const response = await post({ query }, userId)
    return { cacheControl: response.headers.get('cache-control'), ...((await response.json()) as Result) }
  }
  async function askBatch(queries: readonly string[], userId?: string) {
    const response = await post(
      queries.map((query) => ({ query })),
      userId,
    )
    return {
      cacheControl: response.headers.get('cache-control'),
      answers: (await response.json()) as Result[],
    }
  }
  function post(body: unknown, userId?: string): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...(userId && { 'x-user': userId }) }
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  return { ...made, ask, askBatch }
}
