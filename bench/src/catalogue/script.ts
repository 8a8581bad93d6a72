/** What is asked of the catalogue: always the same requests in the same order, most of them for what sells best. */
import { Dice } from '@larder/test/dice'

const PRODUCTS = 10_000
const CATEGORIES = 12

/** A JSON body. */
export type Asking = string

const page = `query Page($id: ID!) {
  product(id: $id) {
    id name stock
    brand { name }
    category { name }
    price { amount currency }
    reviews(first: 10) { rating text createdAt author { name } }
  }
}`

const category = `query Category($id: ID!) {
  category(id: $id) { name products(first: 20) { id name price { amount currency } brand { name } } }
}`

const bestSellers = `query BestSellers {
  topProducts(first: 20) { id name price { amount currency } reviews(first: 3) { rating author { name } } }
}`

const basket = `query Basket($ids: [ID!]!) {
  products(ids: $ids) { id name stock price { amount currency } }
}`

/** 70 % product pages with reviews, 15 % categories, 5 % best sellers with reviews, 10 % baskets of five. */
export function writeScript(length: number, seed: number): Asking[] {
  const dice = new Dice(seed)
  const product = zipf(PRODUCTS, dice)
  return Array.from({ length }, () => {
    const kind = dice.next()
    if (kind < 0.7) return asking(page, { id: product() })
    if (kind < 0.85) return asking(category, { id: String(1 + Math.floor(dice.between(0, CATEGORIES))) })
    if (kind < 0.9) return asking(bestSellers, {})
    return asking(basket, { ids: Array.from({ length: 5 }, product) })
  })
}

function asking(query: string, variables: object): Asking {
  return JSON.stringify({ query, variables })
}

/** IDs from 1 to `count`, the k-th with a weight of 1/k. */
function zipf(count: number, dice: Dice): () => string {
  const sums = new Float64Array(count)
  let sum = 0
  for (let k = 0; k < count; k++) sums[k] = sum += 1 / (k + 1)
  return () => {
    const drawn = dice.next() * sum
    return String(1 + sums.findIndex((upTo) => upTo >= drawn))
  }
}
