/**
 * A schema that is replaced while the server runs. Apollo Server takes a new one from a gateway alone; but what it calls
 * a gateway may leave the executing to Apollo Server, and then is no more than a source of schemas.
 */
import { ApolloServer, type ApolloServerOptionsWithGateway } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { larder, withLoaders } from '@larder/apollo'
import { type GraphQLSchema, printSchema } from 'graphql'
import { resolversFor, typeDefs } from './schema.ts'
import type { Served, Shop, ShopContext } from './shop.ts'
import { viewerOf } from './viewer.ts'

type Gateway = ApolloServerOptionsWithGateway<ShopContext>['gateway']

export interface Reloadable extends Served {
  /** Requests that begin from now on have this schema; those under way end with the one they began with. */
  replace(schema: GraphQLSchema): void
}

export async function serve(shop: Shop, port = 0): Promise<Reloadable> {
  const { cache, loaders } = shop
  let tell: Parameters<Gateway['onSchemaLoadOrUpdate']>[0] = () => {}
  // Apollo Server wants the SDL for Apollo's schema reporting, which has to be configured to happen.
  const replace = (apiSchema: GraphQLSchema) => tell({ apiSchema, coreSupergraphSdl: printSchema(apiSchema) })
  const gateway: Gateway = {
    onSchemaLoadOrUpdate(callback) {
      tell = callback
      return () => {
        tell = () => {}
      }
    },
    async load() {
      replace(makeExecutableSchema({ typeDefs, resolvers: resolversFor(shop) }))
      return { executor: null }
    },
    async stop() {},
  }
  // The plugin and the loaders outlive schemas: what was cached before is a hit afterwards.
  const server = new ApolloServer<ShopContext>({ gateway, plugins: [larder({ cache, loaders })] })
  const { url } = await startStandaloneServer(server, {
    listen: { port },
    context: async ({ req }) => withLoaders(loaders, viewerOf(req.headers['x-user'])),
  })
  return { url, replace, stop: () => server.stop() }
}
