export const typeDefs = `#graphql
  type Query {
    product(id: ID!): Product
    "As many as there are IDs, in their order; null where there is no such product."
    products(ids: [ID!]!): [Product]!
    "What sells best."
    topProducts(first: Int!): [Product!]!
    "Products whose names have words that begin with these, best sellers first."
    search(text: String!): [Product!]!
    brand(id: ID!): Brand
    category(id: ID!): Category
    "By their names."
    categories: [Category!]!
  }

  type Mutation {
    "In minor units, for the tenant of the request; for the tenant public, for all that have no price of their own."
    setPrice(id: ID!, amount: Int!): Product!
    addReview(productId: ID!, authorId: ID!, rating: Int!, text: String!): Review!
    createProduct(id: ID!, name: String!, brandId: ID!, categoryId: ID!, amount: Int!, stock: Int! = 0): Product!
    "To another category."
    moveProduct(id: ID!, categoryId: ID!): Product!
  }

  # A field that comes from a loader may be null: when it cannot be read, the rest of the product still can.
  type Product {
    id: ID!
    name: String!
    brand: Brand
    category: Category
    "As the tenant of the request pays it."
    price: Price
    stock: Int
    "The newest first, at most 50."
    reviews(first: Int!): [Review!]
  }

  type Brand {
    id: ID!
    name: String!
  }

  type Category {
    id: ID!
    name: String!
    "What sells best, at most 100."
    products(first: Int!): [Product!]
  }

  type Price {
    "In minor units: cents."
    amount: Int!
    currency: String!
  }

  type Review {
    id: ID!
    "From 1 to 5."
    rating: Int!
    text: String!
    "ISO 8601."
    createdAt: String!
    author: Author
  }

  type Author {
    id: ID!
    name: String!
  }
`
