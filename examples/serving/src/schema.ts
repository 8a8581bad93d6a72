/** The shop as GraphQL. These resolvers are the same however they are served: they know the loaders on their context. */
import { on } from 'node:events'
import type { Cart, Shop, ShopContext } from './shop.ts'

export const typeDefs = `#graphql
  type Query {
    product(id: ID!): Product
    products(ids: [ID!]!): [Product]!
    cart(id: ID!): Cart
  }
  type Mutation {
    rename(id: ID!, name: String!): Product
  }
  type Subscription {
    "A product, each time that it has been renamed."
    renamed: Product
  }
  type Product {
    id: ID!
    name: String!
  }
  type Cart {
    owner: String!
    products: [Product]!
  }
`

export function resolversFor({ names, events }: Shop) {
  return {
    Query: {
      product: (_: unknown, { id }: { id: string }, { loaders }: ShopContext) => loaders.products.load(id),
      products: (_: unknown, { ids }: { ids: string[] }, { loaders }: ShopContext) =>
        loaders.products.loadMany(ids),
      cart: (_: unknown, { id }: { id: string }, { loaders }: ShopContext) => loaders.carts.load(id),
    },
    Mutation: {
      async rename(_: unknown, { id, name }: { id: string; name: string }, { loaders }: ShopContext) {
        names.set(id, name)
        // Awaited: only Apollo Server's plugin lets a response wait by itself.
        await loaders.products.invalidate(id)
        // After the invalidation, so that whoever hears of it reads the new name.
        events.emit('renamed', id)
        return loaders.products.load(id)
      },
    },
    Subscription: {
      renamed: {
        subscribe: () => on(events, 'renamed'),
        resolve: ([id]: [id: string], _: unknown, { loaders }: ShopContext) => loaders.products.load(id),
      },
    },
    Cart: {
      products: ({ productIds }: Cart, _: unknown, { loaders }: ShopContext) =>
        loaders.products.loadMany(productIds),
    },
  }
}
