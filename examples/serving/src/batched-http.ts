/** Batched HTTP: several operations in one request share its DataLoaders, so they are loaded in one batch. */
import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { larder, withLoaders } from '@larder/apollo'
import { resolversFor, typeDefs } from './schema.ts'
import type { Served, Shop, ShopContext } from './shop.ts'
import { viewerOf } from './viewer.ts'

export async function serve(shop: Shop, port = 0): Promise<Served> {
  const { cache, loaders } = shop
  const server = new ApolloServer<ShopContext>({
    typeDefs,
    resolvers: resolversFor(shop),
    plugins: [larder({ cache, loaders, report: true })],
    allowBatchedHttpRequests: true,
  })
  const { url } = await startStandaloneServer(server, {
    listen: { port },
    // Apollo Server calls it once for each HTTP request, and copies what it gives for each operation.
    context: async ({ req }) => withLoaders(loaders, viewerOf(req.headers['x-user'])),
  })
  return { url, stop: () => server.stop() }
}
