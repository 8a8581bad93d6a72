/** What the lab's readers ask for: a hundred products, read as such things are, few of them most of the time. */
import type { Row } from './database.ts'

export const PRODUCTS = 100

/** The one that is read most: every fifth request asks for it. */
export const HOTTEST = '1'

export const products: readonly Row[] = Array.from({ length: PRODUCTS }, (_, i) => ({
  id: String(i + 1),
  name: `Product ${i + 1}`,
  price: 100 * (i + 1),
}))
