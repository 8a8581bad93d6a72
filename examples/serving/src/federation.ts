/** A subgraph of a federation: references that a router sends are resolved by a loader, all of a request in one batch. */
import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { larder, withLoaders } from '@larder/apollo'
import { parse } from 'graphql'
import { resolversFor, typeDefs } from './schema.ts'
import type { Served, Shop, ShopContext } from './shop.ts'
import { viewerOf } from './viewer.ts'

const federated = `#graphql
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
  extend type Product @key(fields: "id")
`

export async function serve(shop: Shop, port = 0): Promise<Served> {
  const { cache, loaders } = shop
  const Product = {
    async __resolveReference({ id }: { id: string }, { loaders }: ShopContext) {
      const product = await loaders.products.load(id)
      // A copy: @apollo/subgraph writes `__typename` onto it, and what loaders answer is frozen. Nothing stays null.
      return product && { ...product }
    },
  }
  const resolvers = { ...resolversFor(shop), Product }
  const schema = buildSubgraphSchema([{ typeDefs: parse(typeDefs + federated), resolvers }])
  const server = new ApolloServer<ShopContext>({ schema, plugins: [larder({ cache, loaders })] })
  const { url } = await startStandaloneServer(server, {
    listen: { port },
    context: async ({ req }) => withLoaders(loaders, viewerOf(req.headers['x-user'])),
  })
  return { url, stop: () => server.stop() }
}
