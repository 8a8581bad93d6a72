/** The loaders of the catalogue, under the names by which resolvers know them. */
import type { Cache } from '@larder/core'
import type { Statements } from '../statements.ts'
import { authorLoader } from './author.ts'
import { brandLoader } from './brand.ts'
import { categoryLoader } from './category.ts'
import { categoryProductsLoader } from './category-products.ts'
import { basePriceLoader, priceListLoader } from './price.ts'
import { productLoader } from './product.ts'
import { reviewLoader } from './reviews.ts'
import { searchLoader } from './search.ts'
import { stockLoader } from './stock.ts'
import { topProductsLoader } from './top-products.ts'

export type CatalogLoaders = ReturnType<typeof createLoaders>

export function createLoaders(cache: Cache, statements: Statements) {
  return {
    products: productLoader(cache, statements),
    brands: brandLoader(cache, statements),
    categories: categoryLoader(cache, statements),
    categoryProducts: categoryProductsLoader(cache, statements),
    basePrices: basePriceLoader(cache, statements),
    priceList: priceListLoader(cache, statements),
    stock: stockLoader(cache, statements),
    reviews: reviewLoader(cache, statements),
    authors: authorLoader(cache, statements),
    topProducts: topProductsLoader(cache, statements),
    search: searchLoader(cache, statements),
  }
}
