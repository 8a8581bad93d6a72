import type { Context } from '../context.ts'
import type { Brand } from '../loaders/brand.ts'
import type { Category } from '../loaders/category.ts'
import type { Price } from '../loaders/price.ts'
import type { Product as Row } from '../loaders/product.ts'
import { MOST_REVIEWS, type Review } from '../loaders/reviews.ts'
import { PUBLIC } from '../tenant.ts'
import { checkRange } from './input.ts'

export const Product = {
  brand({ brandId }: Row, _: unknown, { loaders }: Context): Promise<Brand | null> {
    return loaders.brands.load(brandId)
  },

  category({ categoryId }: Row, _: unknown, { loaders }: Context): Promise<Category | null> {
    return loaders.categories.load(categoryId)
  },

  async price({ id }: Row, _: unknown, { tenant, loaders }: Context): Promise<Price | null> {
    const own = tenant === PUBLIC ? null : await loaders.priceList.load(id)
    return own ?? loaders.basePrices.load(id)
  },

  stock({ id }: Row, _: unknown, { loaders }: Context): Promise<number | null> {
    return loaders.stock.load(id)
  },

  async reviews({ id }: Row, { first }: { first: number }, { loaders }: Context): Promise<readonly Review[]> {
    checkRange('first', first, 0, MOST_REVIEWS)
    const reviews = await loaders.reviews.load(id)
    return reviews?.slice(0, first) ?? []
  },
}
