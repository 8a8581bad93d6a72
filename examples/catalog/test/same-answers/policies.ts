/** Policies for all fields of Query but one, and for some of Product and Review. */
import { resolver } from '@larder/apollo'
import type { CatalogLoaders } from '../../src/loaders/index.ts'
import type { Product } from '../../src/loaders/product.ts'
import type { Review } from '../../src/loaders/reviews.ts'

const kept = { ttl: '1m', grace: '10m', missingTtl: '30s' } as const

export function policiesFor({ priceList }: CatalogLoaders) {
  return {
    'Query.product': resolver({ ...kept, scope: 'public' }),
    'Query.products': resolver({ ...kept, scope: 'public' }),
    'Query.topProducts': resolver({ ...kept, scope: 'public' }),
    'Query.search': resolver({ ...kept, scope: 'public' }),
    'Product.price': resolver({
      ...kept,
      // The loader's own function: a policy may read the loaders of its scope.
      scope: priceList.scope,
      key: ({ id }: Product) => id,
      context: ['tenant'],
    }),
    'Product.reviews': resolver({ ...kept, scope: 'public', key: ({ id }: Product) => id }),
    'Product.brand': resolver({ ...kept, scope: 'public', key: ({ brandId }: Product) => brandId }),
    'Review.author': resolver({ ...kept, scope: 'public', key: ({ authorId }: Review) => authorId }),
  }
}
