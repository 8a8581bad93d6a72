/**
 * Policies for all fields of Query but two, and for some of Product, Category and Review. What holds rows of products bears
 * their tags.
 */
import { resolver } from '@larder/apollo'
import { categoryTag } from '../../src/loaders/category-products.ts'
import type { CatalogLoaders } from '../../src/loaders/index.ts'
import type { Product } from '../../src/loaders/product.ts'
import type { Review } from '../../src/loaders/reviews.ts'
import { policies } from '../../src/policies.ts'

const kept = { ttl: '1m', grace: '10m', missingTtl: '30s' } as const
const byId = ({ id }: { readonly id: string }) => id

export const productTag = (id: string) => `product:${id}`
export const priceTag = (productId: string) => `price:${productId}`
export const reviewsTag = (productId: string) => `reviews:${productId}`
const tagsOf = (products: readonly Product[]) => products.map(({ id }) => productTag(id))

export function policiesFor({ priceList }: CatalogLoaders) {
  return {
    ...policies,
    'Query.product': resolver({ ...kept, scope: 'public', tags: ({ id }: Product) => [productTag(id)] }),
    'Query.products': resolver({
      ...kept,
      scope: 'public',
      // Those that are not there, too: one may be created.
      tags: (_: unknown, { ids }: { ids: string[] }) => ids.filter((id) => id !== '').map(productTag),
    }),
    'Query.topProducts': resolver({ ...kept, scope: 'public', tags: tagsOf }),
    'Query.search': resolver({ ...kept, scope: 'public', tags: tagsOf }),
    'Category.products': resolver({
      ...kept,
      scope: 'public',
      key: byId,
      tags: (products: readonly Product[], _args: object, { id }) => [categoryTag(id), ...tagsOf(products)],
    }),
    'Product.price': resolver({
      ...kept,
      // The loader's own function: a policy may read the loaders of its scope.
      scope: priceList.scope,
      key: byId,
      context: ['tenant'],
      tags: (_price: unknown, _args: object, { id }) => [priceTag(id)],
    }),
    'Product.reviews': resolver({
      ...kept,
      scope: 'public',
      key: byId,
      tags: (_reviews: unknown, _args: object, { id }) => [reviewsTag(id)],
    }),
    'Product.brand': resolver({ ...kept, scope: 'public', key: ({ brandId }: Product) => brandId }),
    'Review.author': resolver({ ...kept, scope: 'public', key: ({ authorId }: Review) => authorId }),
  }
}
