/** Products by category: what lists are made of. */
import { type Barrier, barrier } from '@larder/core/testing'

export interface Product {
  readonly id: string
  readonly name: string
  readonly category: string
}

export interface Source {
  readonly products: Map<string, Product>
  /** How often it was asked for a list. */
  readonly lists: number
  /** What has read the rows of a list waits here, and has not answered. */
  hold(): Barrier
  /** In the order of their IDs. */
  listOf(category: string): Promise<Product[]>
}

export function createSource(): Source {
  const products = new Map<string, Product>()
  for (const id of ['41', '42', '43']) products.set(id, { id, name: 'old', category: 'kitchen' })
  let lists = 0
  let held: Barrier | undefined
  return {
    products,
    get lists() {
      return lists
    },
    hold() {
      held = barrier()
      return held
    },
    async listOf(category) {
      lists++
      const rows = [...products.values()].filter((product) => product.category === category)
      await held?.pass()
      return rows
    },
  }
}
