import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { larder, type LoadersContext, withLoaders } from '@larder/apollo'
import { createCache } from '@larder/core'

const database = new Map([['1', { id: '1', name: 'Teapot' }]]) // yours, in life
const cache = createCache({ namespace: 'shop' })
const products = cache.loader(
  'product',
  async (ids: readonly string[]) => ids.map((id) => database.get(id)), // one call for all that is absent
  { ttl: '10m', grace: '1h', missingTtl: '30s' },
)
const loaders = { products }

const server = new ApolloServer<LoadersContext<typeof loaders>>({
  typeDefs: 'type Product { id: ID! name: String! } type Query { product(id: ID!): Product }',
  resolvers: { Query: { product: (_, { id }, { loaders }) => loaders.products.load(id) } },
  plugins: [larder({ cache, loaders, report: true })],
})
const context = async () => withLoaders(loaders, {})
const { url } = await startStandaloneServer(server, { listen: { port: 4001 }, context })
export {}
