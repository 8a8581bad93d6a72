/** What each page asks for, in one operation, and the one that changes a price. */

const TILE = `
fragment Tile on Product {
  id
  name
  brand { name }
  category { id name }
  price { amount currency }
  stock
}`

export const HOME = `query Home {
  categories { id name }
  topProducts(first: 24) { ...Tile }
}
${TILE}`

/** Nothing of the shop's. */
export const NOTHING = `query Nothing {
  __typename
}`

export const SEARCH = `query Search($text: String!) {
  search(text: $text) { ...Tile }
}
${TILE}`

export const CATEGORY = `query Category($id: ID!) {
  category(id: $id) {
    id
    name
    products(first: 48) { ...Tile }
  }
}
${TILE}`

export const PRODUCT = `query Product($id: ID!) {
  product(id: $id) {
    ...Tile
    reviews(first: 20) {
      id
      rating
      text
      createdAt
      author { name }
    }
  }
}
${TILE}`

export const SET_PRICE = `mutation SetPrice($id: ID!, $amount: Int!) {
  setPrice(id: $id, amount: $amount) { id price { amount currency } }
}`
