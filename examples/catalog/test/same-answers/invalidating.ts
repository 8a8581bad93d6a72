/**
 * The catalogue's mutations, which invalidate what loaders have of the rows they changed, and then what policies have
 * made of these: everything that the random operations may have asked for. New products are found by searches at once,
 * where the catalogue lets them wait for the end of the `ttl`: an answer that is old is another answer.
 */
import type { Cache } from '@larder/core'
import type { Context } from '../../src/context.ts'
import type { resolvers } from '../../src/resolvers/index.ts'
import { PUBLIC } from '../../src/tenant.ts'
import { FIRSTS, LISTS, TEXTS } from './arguments.ts'

export const TENANTS = [PUBLIC, 'wholesale', 'us']

export function invalidating(base: typeof resolvers, cache: Cache) {
  const { setPrice, addReview, createProduct } = base.Mutation
  return {
    ...base,
    Mutation: {
      setPrice: after(setPrice, ({ id }, { tenant }) => {
        const tenants = tenant === PUBLIC ? TENANTS : [tenant]
        return tenants.map((each) => cache.resolver('Product.price').invalidate({}, each, id))
      }),
      addReview: after(addReview, ({ productId }) =>
        FIRSTS.map((first) => cache.resolver('Product.reviews').invalidate({ first }, undefined, productId)),
      ),
      createProduct: after(createProduct, ({ id }, { loaders }) => [
        loaders.topProducts.invalidateMany(FIRSTS),
        loaders.search.invalidateMany(TEXTS.filter((text) => /\w/.test(text))),
        cache.resolver('Query.product').invalidate({ id }),
        ...LISTS.filter((ids) => ids.includes(id)).map((ids) =>
          cache.resolver('Query.products').invalidate({ ids }),
        ),
        ...FIRSTS.map((first) => cache.resolver('Query.topProducts').invalidate({ first })),
        ...TEXTS.map((text) => cache.resolver('Query.search').invalidate({ text })),
        ...TENANTS.map((tenant) => cache.resolver('Product.price').invalidate({}, tenant, id)),
        ...FIRSTS.map((first) => cache.resolver('Product.reviews').invalidate({ first }, undefined, id)),
      ]),
    },
  }
}

/** What is invalidated is so for reads that begin from then on: those of the mutation's payload as well. */
function after<A, R>(
  mutate: (parent: unknown, args: A, context: Context) => Promise<R>,
  invalidations: (args: A, context: Context) => Promise<unknown>[],
) {
  return async (parent: unknown, args: A, context: Context) => {
    const payload = await mutate(parent, args, context)
    await Promise.all(invalidations(args, context))
    return payload
  }
}
