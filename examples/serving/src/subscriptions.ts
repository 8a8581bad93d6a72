/** Subscriptions, queries and mutations over a WebSocket, by graphql-ws. Apollo Server and its plugins see none of it. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { subscribeWithLoaders, withLoaders } from '@larder/apollo'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { resolversFor, typeDefs } from './schema.ts'
import type { Served, Shop } from './shop.ts'
import { viewerOf } from './viewer.ts'

export async function serve(shop: Shop, port = 0): Promise<Served> {
  const sockets = new WebSocketServer({ port })
  await once(sockets, 'listening')
  const serving = useServer(
    {
      schema: makeExecutableSchema({ typeDefs, resolvers: resolversFor(shop) }),
      // Once for each operation, and not for each connection: two queries on one socket are two requests.
      context: ({ connectionParams }) => withLoaders(shop.loaders, viewerOf(connectionParams?.userId)),
      // Anew for each event: else its memo would answer all that follow.
      subscribe: subscribeWithLoaders(shop.loaders),
    },
    sockets,
  )
  return {
    url: `ws://localhost:${(sockets.address() as AddressInfo).port}/`,
    // Ends the clients' subscriptions, and then the server.
    stop: async () => serving.dispose(),
  }
}
