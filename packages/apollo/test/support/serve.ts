/** A real Apollo Server on a free port, and what asks it. */
import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import type { ReadReport } from '@larder/core'
import { type LarderOptions, larder } from '../../src/index.ts'
import { atEnd } from './at-end.ts'
import { resolversFor, typeDefs } from './schema.ts'
import type { Shop, ShopContext, Viewer } from './shop.ts'

export interface Answer {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly { message: string; path?: unknown[]; extensions?: { code?: string } }[]
  readonly extensions?: { readonly larder?: { readonly loaders: Record<string, ReadReport> } }
}

interface Ask {
  readonly query: string
  readonly variables?: Record<string, unknown>
}

export interface Serving {
  readonly server: ApolloServer<ShopContext>
  ask(query: string, viewer?: Viewer): Promise<Answer>
  /** One HTTP request with several operations. */
  askBatch(batch: readonly Ask[], viewer?: Viewer): Promise<Answer[]>
}

export interface ServingOptions {
  /** Of the plugin. */
  readonly larder?: Partial<LarderOptions<Shop['loaders']>>
  /** Stands before the plugin. */
  readonly plugins?: ApolloServerPlugin<ShopContext>[]
  readonly context?: (viewer: Viewer) => object
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

export function apolloServer(shop: Shop, { larder: options, plugins = [] }: ServingOptions = {}) {
  const { cache, loaders } = shop
  const config: ApolloServerOptions<ShopContext> = {
    typeDefs,
    resolvers: resolversFor(shop),
    plugins: [...plugins, larder({ cache, loaders, ...options })],
    allowBatchedHttpRequests: true,
    logger: silent,
  }
  return new ApolloServer<ShopContext>(config)
}

/** Who asks is told by a header; the context is what the plugin makes of it, unless the test says otherwise. */
export async function serve(shop: Shop, options: ServingOptions = {}): Promise<Serving> {
  const server = apolloServer(shop, options)
  const { context = (viewer: Viewer) => viewer } = options
  const { url } = await startStandaloneServer(server, {
    listen: { port: 0 },
    context: async ({ req }) => {
      const userId = req.headers['x-user']
      return context(typeof userId === 'string' ? { userId } : {}) as ShopContext
    },
  })

  atEnd(() => server.stop())

  async function post<T>(body: unknown, { userId }: Viewer): Promise<T> {
    const headers = { 'content-type': 'application/json', ...(userId && { 'x-user': userId }) }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as T
  }

  return {
    server,
    ask: (query, viewer = {}) => post<Answer>({ query }, viewer),
    askBatch: (batch, viewer = {}) => post<Answer[]>(batch, viewer),
  }
}
