import type { Context } from '../context.ts'
import type { Brand } from '../loaders/brand.ts'
import type { Category } from '../loaders/category.ts'
import type { Product } from '../loaders/product.ts'
import { existing } from './existing.ts'
import { checkLength, checkRange } from './input.ts'

export const Query = {
  product(_: unknown, { id }: { id: string }, { loaders }: Context): Promise<Product | null> {
    return loaders.products.load(id)
  },

  products(
    _: unknown,
    { ids }: { ids: string[] },
    { loaders }: Context,
  ): Promise<(Product | Error | null)[]> {
    checkRange('The number of ids', ids.length, 0, 500)
    return loaders.products.loadMany(ids)
  },

  async topProducts(_: unknown, { first }: { first: number }, { loaders }: Context): Promise<Product[]> {
    checkRange('first', first, 0, 100)
    const ids = await loaders.topProducts.load(first)
    return existing(ids ?? [], loaders)
  },

  async search(_: unknown, { text }: { text: string }, { loaders }: Context): Promise<Product[]> {
    checkLength('text', text, 0, 100)
    const ids = await loaders.search.load(text)
    return existing(ids ?? [], loaders)
  },

  brand(_: unknown, { id }: { id: string }, { loaders }: Context): Promise<Brand | null> {
    return loaders.brands.load(id)
  },

  category(_: unknown, { id }: { id: string }, { loaders }: Context): Promise<Category | null> {
    return loaders.categories.load(id)
  },

  categories(_: unknown, __: unknown, { db }: Pick<Context, 'db'>): Promise<Category[]> {
    return db.query<Category>('select id, name from categories order by name')
  },
}
