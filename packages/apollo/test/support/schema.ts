/** The shop as GraphQL. Resolvers read through the loaders on their context, and through nothing else. */
import { type Product, renameInSource, type Shop, type ShopContext } from './shop.ts'

export const typeDefs = `#graphql
  type Query {
    product(id: ID!): Product
    productByNumber(number: Int!): Product
    products(ids: [ID!]!): [Product]!
    cart(id: ID!): Cart
  }
  type Mutation {
    "Changes the source, then invalidates; the payload is read again."
    rename(id: ID!, name: String!, awaited: Boolean!): Product
    "Invalidates, and neither awaits nor reads."
    recall(id: ID!): Boolean
  }
  type Product {
    id: ID!
    name: String!
    maker: Maker
  }
  type Maker {
    id: ID!
    name: String!
  }
  type Cart {
    owner: String!
    products: [Product]!
  }
`

interface Rename {
  readonly id: string
  readonly name: string
  readonly awaited: boolean
}

export function resolversFor(shop: Shop) {
  return {
    Query: {
      product: (_: unknown, { id }: { id: string }, { loaders }: ShopContext) => loaders.products.load(id),
      productByNumber: (_: unknown, { number }: { number: number }, { loaders }: ShopContext) =>
        loaders.products.load(number),
      products: (_: unknown, { ids }: { ids: string[] }, { loaders }: ShopContext) =>
        loaders.products.loadMany(ids),
      cart: (_: unknown, { id }: { id: string }, { loaders }: ShopContext) => loaders.carts.load(id),
    },
    Mutation: {
      async rename(_: unknown, { id, name, awaited }: Rename, { loaders }: ShopContext) {
        await loaders.products.load(id)
        renameInSource(shop, id, name)
        const invalidation = loaders.products.invalidate(id)
        if (awaited) await invalidation
        return loaders.products.load(id)
      },
      recall(_: unknown, { id }: { id: string }, { loaders }: ShopContext) {
        void loaders.products.invalidate(id)
        return true
      },
    },
    Product: {
      maker: ({ makerId }: Product, _: unknown, { loaders }: ShopContext) => loaders.makers.load(makerId),
    },
    Cart: {
      products: ({ productIds }: { productIds: string[] }, _: unknown, { loaders }: ShopContext) =>
        loaders.products.loadMany(productIds),
    },
  }
}
