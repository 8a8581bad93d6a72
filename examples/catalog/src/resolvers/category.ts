import type { Context } from '../context.ts'
import type { Category as Row } from '../loaders/category.ts'
import type { Product } from '../loaders/product.ts'
import { existing } from './existing.ts'
import { checkRange } from './input.ts'

export const Category = {
  async products({ id }: Row, { first }: { first: number }, { loaders }: Context): Promise<Product[]> {
    checkRange('first', first, 0, 100)
    const ids = await loaders.categoryProducts.load({ categoryId: id, first })
    return existing(ids ?? [], loaders)
  },
}
