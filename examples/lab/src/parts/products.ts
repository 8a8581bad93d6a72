/** What the lab's readers ask for: a hundred products, read as such things are, few of them most of the time. */
import type { Row } from './database.ts'

export const PRODUCTS = 100

/** The one that is read most: every fifth request asks for it. */
export const HOTTEST = '1'

export function productOf(number: number): Row {
  return { id: String(number), name: `Product ${number}`, price: 100 * number }
}

export const products: readonly Row[] = Array.from({ length: PRODUCTS }, (_, i) => productOf(i + 1))
