/** Apollo Servers of one schema, with Larder's plugin and without. */
import { Agent, request } from 'node:http'
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { larder, resolver } from '@larder/apollo'
import { createCache } from '@larder/core'
import { redisStore } from '@larder/redis'
import { check, type Product, product } from './products.ts'

/** What a server with the plugin is compared with. */
export const WITHOUT = 'without the plugin'

export interface Serving {
  readonly name: string
  /** One operation, within the process. Throws on a wrong answer. */
  execute(): Promise<void>
  /** The same over HTTP. */
  post(): Promise<void>
}

export interface Servers {
  readonly servers: readonly Serving[]
  close(): Promise<void>
}

const typeDefs = `#graphql
  type Query {
    products: [Product!]!
    cachedProduct(id: ID!): Product
  }
  type Product {
    id: ID!
    name: String!
    price: Price!
    tags: [String!]!
    description: String!
  }
  type Price {
    amount: Int!
    currency: String!
  }
`
const query = '{ products { id name price { amount currency } tags description } }'
const shelf = Array.from({ length: 10 }, (_, n) => product(n))
const resolvers = {
  Query: {
    products: () => shelf,
    cachedProduct: (_: unknown, { id }: { id: string }) => product(Number(id)),
  },
}

/** Two without the plugin, then the one with it. It has a loader and a policy, as in life; the query asks for neither. */
export async function openServers(url: string): Promise<Servers> {
  const cache = createCache({ namespace: 'bench-plugin', store: redisStore(url) })
  const products = cache.loader('product', async (ids: readonly string[]) => ids.map(Number).map(product), {
    ttl: '1h',
  })
  const plugin = larder({
    cache,
    loaders: { products },
    resolvers: { 'Query.cachedProduct': resolver({ ttl: '1h', scope: 'public' }) },
  })
  const agent = new Agent({ keepAlive: true })
  const opened = [
    await openServer(WITHOUT, agent),
    await openServer(`${WITHOUT}, once more (A/A)`, agent),
    await openServer('with the plugin', agent, plugin),
  ]
  return {
    servers: opened,
    async close() {
      agent.destroy()
      for (const { server } of opened) await server.stop()
      await cache.close()
    },
  }
}

async function openServer(name: string, agent: Agent, plugin?: ApolloServerPlugin) {
  const server = new ApolloServer({ typeDefs, resolvers, plugins: plugin === undefined ? [] : [plugin] })
  const { url } = await startStandaloneServer(server, { listen: { port: 0 }, context: async () => ({}) })
  return {
    name,
    server,
    async execute() {
      const { body } = await server.executeOperation({ query }, { contextValue: {} })
      if (body.kind !== 'single') throw new Error('Expected one result.')
      checkAll(body.singleResult.data)
    },
    post: async () => checkAll(JSON.parse(await post(agent, url)).data),
  }
}

/** Node's own client, with connections that stay: `fetch` takes more of the time than the server does. */
function post(agent: Agent, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks).toString()))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ query }))
  })
}

function checkAll(data: unknown): void {
  const { products } = data as { readonly products: readonly Product[] }
  if (products.length !== shelf.length) throw new Error('Wrong number of products.')
  for (const [n, found] of products.entries()) check(n, found)
}
