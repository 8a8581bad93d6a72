import type { Context } from '../context.ts'
import type { Product } from '../loaders/product.ts'

/** A list may be older than the products: one that is gone since drops out. */
export async function existing(ids: readonly string[], { products }: Context['loaders']): Promise<Product[]> {
  const found = await Promise.all(ids.map((id) => products.load(id)))
  return found.filter((product) => product !== null)
}
