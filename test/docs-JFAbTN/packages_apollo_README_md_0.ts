import { ApolloServer } from '@apollo/server'
import { larder, type LoadersContext, withLoaders } from '@larder/apollo'
import { createCache } from '@larder/core'

type Viewer = { userId?: string }
const cache = createCache({ namespace: 'shop' })
const carts = cache.loader('cart', async (ids: readonly string[], { scope }) => ids.map((id) => `${id} of ${scope}`), {
  scope: (viewer: Viewer) => viewer.userId, // part of the key: nobody sees another's cart
})
const loaders = { carts }

const server = new ApolloServer<Viewer & LoadersContext<typeof loaders>>({
  typeDefs: 'type Query { cart(id: ID!): String } type Mutation { clear(id: ID!): String }',
  resolvers: {
    Query: { cart: (_, { id }, { loaders }) => loaders.carts.load(id) },
    Mutation: {
      clear: async (_, { id }, { loaders }) => {
        await loaders.carts.invalidate(id) // this request sees it at once; the response waits until everyone does
        return loaders.carts.load(id)
      },
    },
  },
  plugins: [larder({ cache, loaders })],
})
const contextValue = withLoaders(loaders, { userId: 'ada' })
console.log((await server.executeOperation({ query: '{ cart(id: "1") }' }, { contextValue })).body)
export {}
