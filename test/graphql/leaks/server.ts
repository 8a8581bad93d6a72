/** One of the servers: Larder's plugin and Apollo's response cache, over a cache of its own on the shared Redis. */
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControl } from '@apollo/server/plugin/cacheControl'
import { startStandaloneServer } from '@apollo/server/standalone'
import responseCache from '@apollo/server-plugin-response-cache'
import { larder } from '@larder/apollo'
import { createCache, type ReadReport } from '@larder/core'
import { redisStore } from '@larder/redis'
import type { Answer } from './judge.ts'
import type { Viewer } from './people.ts'
import { policiesFor } from './policies.ts'
import type { Asked } from './requests.ts'
import { type Context, resolvers, typeDefs } from './schema.ts'
import { createLoaders, type Plant } from './sources.ts'

export interface Reported extends Answer {
  readonly extensions?: { readonly larder?: Readonly<Record<'loaders' | 'resolvers', Reports>> }
}

type Reports = Readonly<Record<string, ReadReport>>

export interface Serving {
  /** The response as it is sent, and whether Apollo's response cache had it. */
  ask(asked: Asked): Promise<{ readonly text: string; readonly isFromResponseCache: boolean }>
  stop(): Promise<void>
}

interface ServingOptions {
  readonly redisUrl: string
  readonly namespace: string
  readonly isNear: boolean
  readonly plant?: Plant | undefined
}

export async function openServer({ redisUrl, namespace, isNear, plant }: ServingOptions): Promise<Serving> {
  const cache = createCache({
    namespace,
    // However busy the machine is: a fill that was given up would leave its lease to the other server to wait for.
    store: redisStore(redisUrl, { timeout: '60s' }),
    storeTimeout: '60s',
    ...(isNear && { near: { max: 1_000, ttl: '1s' } }),
  })
  const loaders = createLoaders(cache, plant)
  const server = new ApolloServer<Context>({
    typeDefs,
    resolvers: {
      ...resolvers,
      Mutation: {
        async touch(_: unknown, { id }: { id: string }, { loaders, user, locale }: Context) {
          await loaders.everyones.invalidate(id)
          await cache.resolver('Query.publicEveryones').invalidate({ id })
          if (user === undefined) return true
          await loaders.own.invalidate(id)
          await cache.resolver('Query.ownOwn').invalidate({ id }, { user, locale })
          return true
        },
      },
    },
    plugins: [
      // Everything may be cached for a minute, by anyone, unless something narrows that.
      ApolloServerPluginCacheControl({ defaultMaxAge: 60 }),
      larder({
        cache,
        loaders,
        resolvers: policiesFor(plant),
        report: true,
        hints: plant !== 'no hints',
        past: ({ contextValue }) => (contextValue as Viewer).past,
      }),
      responseCache({
        sessionId: async ({ contextValue: { user } }) => user ?? null,
        extraCacheKeyData: async ({ contextValue: { locale } }) => locale,
      }),
    ],
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
  })
  const { url } = await startStandaloneServer(server, {
    listen: { port: 0 },
    context: async ({ req: { headers }, res }) => {
      // A connection that the server closes for having been idle may be just what the next request is sent on.
      res.setHeader('connection', 'close')
      return JSON.parse(`${headers['x-viewer']}`) as Context
    },
  })

  async function execute(query: string, viewer: Viewer) {
    const { body, http } = await server.executeOperation({ query }, { contextValue: viewer as Context })
    if (body.kind !== 'single') throw new Error('Expected one result.')
    return { text: JSON.stringify(body.singleResult), isFromResponseCache: http.headers.has('age') }
  }

  async function post(query: string, viewer: Viewer) {
    const headers = { 'content-type': 'application/json', 'x-viewer': JSON.stringify(viewer) }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })
    return { text: await response.text(), isFromResponseCache: response.headers.has('age') }
  }

  return {
    ask: ({ query, person: { user }, locale, past, isOverHttp }) =>
      (isOverHttp ? post : execute)(query, { user, locale, past }),
    async stop() {
      await server.stop()
      await cache.close()
    },
  }
}
