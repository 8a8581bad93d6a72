/** One of the servers: lists of products that are cached whole, over a cache of its own on the shared Redis. */
import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { type LoadersContext, larder, resolver, withLoaders } from '@larder/apollo'
import { type Cache, createCache, type Store } from '@larder/core'
import { type FaultyStore, faultyStore } from '@larder/core/testing'
import { redisStore } from '@larder/redis'
import type { Product, Source } from './source.ts'

/** A kind of tag that the lists lack. */
export type Plant = 'no tags of products' | 'no tag of the category'

export interface Serving {
  readonly cache: Cache
  readonly store: FaultyStore
  /** How many reads have joined a load of another. */
  readonly joins: number
  /** The names in a list. */
  list(category: string): Promise<string[]>
  /** Changes the product in the source, and resolves when the mutation that invalidates these tags is answered. */
  change(product: Product, tags: readonly string[]): Promise<void>
  stop(): Promise<void>
}

interface ServingOptions {
  readonly redisUrl: string
  readonly source: Source
  readonly plant?: Plant | undefined
  /** Whether it hears none of the messages of the bus. */
  readonly isDeaf?: boolean
}

const typeDefs = `#graphql
  type Query { products(category: ID!): [Product!]! }
  type Mutation { change(id: ID!, name: String!, category: ID!, tags: [String!]!): Boolean }
  type Product { name: String! }
`

export async function openServer({ redisUrl, source, plant, isDeaf }: ServingOptions): Promise<Serving> {
  // However busy the machine is.
  const storeTimeout = '60s'
  const redis = redisStore(redisUrl, { timeout: 60_000 })
  const store = faultyStore(isDeaf ? deaf(redis) : redis)
  const cache = createCache({ namespace: 'shop', store, storeTimeout })
  let joins = 0
  cache.on('join', () => void joins++)
  const server = new ApolloServer<LoadersContext<Record<never, never>>>({
    typeDefs,
    resolvers: {
      Query: { products: (_: unknown, { category }: { category: string }) => source.listOf(category) },
      Mutation: {
        async change(_: unknown, { tags, ...product }: Product & { tags: string[] }, { loaders }) {
          source.products.set(product.id, product)
          await loaders.invalidateTags(tags)
          return true
        },
      },
    },
    plugins: [larder({ cache, loaders: {}, resolvers: { 'Query.products': policyOf(plant) } })],
    stopOnTerminationSignals: false,
  })
  const { url } = await startStandaloneServer(server, {
    listen: { port: 0 },
    context: async () => withLoaders({}, {}),
  })

  // biome-ignore lint/suspicious/noExplicitAny: each query knows what it has asked for.
  async function ask(query: string, variables: object): Promise<any> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown }
    if (errors !== undefined) throw new Error(JSON.stringify(errors))
    return data
  }

  return {
    cache,
    store,
    get joins() {
      return joins
    },
    async list(category) {
      const query = 'query ($category: ID!) { products(category: $category) { name } }'
      const { products } = await ask(query, { category })
      return products.map(({ name }: Product) => name)
    },
    async change(product, tags) {
      const query = `mutation ($id: ID!, $name: String!, $category: ID!, $tags: [String!]!) {
        change(id: $id, name: $name, category: $category, tags: $tags)
      }`
      await ask(query, { ...product, tags })
    },
    async stop() {
      await server.stop()
      await cache.close()
    },
  }
}

function policyOf(plant: Plant | undefined) {
  return resolver({
    scope: 'public',
    ttl: '10m',
    grace: '10m',
    // However busy the machine is.
    timeout: '60s',
    waitTimeout: '5m',
    // What is fresh is not refreshed.
    early: { beta: 0 },
    tags: (products: readonly Product[], { category }: { category: string }) => [
      ...(plant === 'no tag of the category' ? [] : [`category:${category}`]),
      ...(plant === 'no tags of products' ? [] : products.map(({ id }) => `product:${id}`)),
    ],
  })
}

function deaf(store: Store): Store {
  return { ...store, bus: { subscribe: () => () => {} } }
}
