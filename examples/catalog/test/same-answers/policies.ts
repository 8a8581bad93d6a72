/** Policies for all fields of Query but one, and for some of Product and Review. */
import { resolver } from '@larder/apollo'
import type { Product } from '../../src/loaders/product.ts'
import type { Review } from '../../src/loaders/reviews.ts'
import type { Viewer } from '../../src/tenant.ts'

const kept = { ttl: '1m', grace: '10m', missingTtl: '30s' } as const

export const policies = {
  'Query.product': resolver({ ...kept, scope: 'public' }),
  'Query.products': resolver({ ...kept, scope: 'public' }),
  'Query.topProducts': resolver({ ...kept, scope: 'public' }),
  'Query.search': resolver({ ...kept, scope: 'public' }),
  'Product.price': resolver({
    ...kept,
    scope: ({ tenant }: Viewer) => tenant,
    key: ({ id }: Product) => id,
    context: ['tenant'],
  }),
  'Product.reviews': resolver({ ...kept, scope: 'public', key: ({ id }: Product) => id }),
  'Product.brand': resolver({ ...kept, scope: 'public', key: ({ brandId }: Product) => brandId }),
  'Review.author': resolver({ ...kept, scope: 'public', key: ({ authorId }: Review) => authorId }),
}
