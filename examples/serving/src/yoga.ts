/** GraphQL Yoga: no plugin, `withLoaders` in its context factory, and fresh loaders for each event of a subscription. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { subscribeWithLoaders, withLoaders } from '@larder/apollo'
import { createSchema, createYoga, type Plugin } from 'graphql-yoga'
import { resolversFor, typeDefs } from './schema.ts'
import type { Served, Shop } from './shop.ts'
import { viewerOf } from './viewer.ts'

export async function serve(shop: Shop, port = 0): Promise<Served> {
  const { loaders } = shop
  const perEvent: Plugin = {
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribeWithLoaders(loaders)),
  }
  const yoga = createYoga({
    schema: createSchema({ typeDefs, resolvers: resolversFor(shop) }),
    // Once for each operation. Scoped loaders take their scope from what is given to withLoaders here.
    context: ({ request }) => withLoaders(loaders, viewerOf(request.headers.get('x-user'))),
    plugins: [perEvent],
    batching: true,
  })
  const http = createServer(yoga)
  http.listen(port)
  await once(http, 'listening')
  return {
    url: `http://localhost:${(http.address() as AddressInfo).port}/graphql`,
    async stop() {
      http.closeAllConnections()
      http.close()
      await yoga.dispose()
    },
  }
}
