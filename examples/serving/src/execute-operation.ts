/** No transport at all: a job, a page that is rendered on the server, or a test executes operations in the process. */
import { ApolloServer } from '@apollo/server'
import { larder, withLoaders } from '@larder/apollo'
import type { FormattedExecutionResult } from 'graphql'
import { resolversFor, typeDefs } from './schema.ts'
import type { Shop, ShopContext, Viewer } from './shop.ts'

export interface InProcess {
  ask(query: string, viewer?: Viewer): Promise<FormattedExecutionResult>
  stop(): Promise<void>
}

export async function openInProcess(shop: Shop): Promise<InProcess> {
  const { cache, loaders } = shop
  const server = new ApolloServer<ShopContext>({
    typeDefs,
    resolvers: resolversFor(shop),
    plugins: [larder({ cache, loaders })],
  })
  await server.start()

  return {
    async ask(query, viewer = {}) {
      // A context for each operation. One that is kept remembers what its first operation has read.
      const contextValue = withLoaders(loaders, viewer)
      const { body } = await server.executeOperation({ query }, { contextValue })
      if (body.kind !== 'single') throw new TypeError(`Expected one result, received ${body.kind} delivery`)
      return body.singleResult
    },
    stop: () => server.stop(),
  }
}
