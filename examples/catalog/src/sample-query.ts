/** To be pasted; the editor opens with it. */
export const sampleQuery = `query Products {
  products(ids: ["1", "2", "3", "no such product"]) {
    id
    name
    brand { name }
    price { amount currency }
    stock
    reviews(first: 3) { rating text author { name } }
  }
}
`
