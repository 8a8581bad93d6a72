import type { Product } from '../api/answers.ts'

/** Of the products that are in both answers, those whose price is another now. */
export function newPrices(before: readonly Product[] = [], now: readonly Product[]): Product[] {
  const amounts = new Map(before.map(({ id, price }) => [id, price?.amount]))
  return now.filter(({ id, price }) => amounts.has(id) && amounts.get(id) !== price?.amount)
}
