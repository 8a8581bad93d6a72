/**
 * The catalogue's mutations, which invalidate what loaders have of the rows they changed, and then what policies have made of
 * these: by tags, whatever has been asked for.
 */
import type { Cache } from '@larder/core'
import type { Context } from '../../src/context.ts'
import type { resolvers } from '../../src/resolvers/index.ts'
import { PUBLIC } from '../../src/tenant.ts'
import { priceTag, productTag, reviewsTag } from './policies.ts'

export const TENANTS = [PUBLIC, 'wholesale', 'us']

export function invalidating(base: typeof resolvers, cache: Cache) {
  const { setPrice, addReview, createProduct, moveProduct } = base.Mutation
  return {
    ...base,
    Mutation: {
      setPrice: after(setPrice, ({ id }) => [cache.invalidateTags([priceTag(id)])]),
      addReview: after(addReview, ({ productId }) => [cache.invalidateTags([reviewsTag(productId)])]),
      createProduct: after(createProduct, ({ id }) => [
        // What is missing bears no tags.
        cache.resolver('Query.product').invalidate({ id }),
        cache.resolver('Query.search').invalidateAll(),
        cache.invalidateTags([productTag(id), priceTag(id), reviewsTag(id)]),
      ]),
      moveProduct: after(moveProduct, ({ id }) => [cache.invalidateTags([productTag(id)])]),
    },
  }
}

/** What is invalidated is so for reads that begin from then on: those of the mutation's payload as well. */
function after<A, R>(
  mutate: (parent: unknown, args: A, context: Context) => Promise<R>,
  invalidations: (args: A) => Promise<unknown>[],
) {
  return async (parent: unknown, args: A, context: Context) => {
    const payload = await mutate(parent, args, context)
    await Promise.all(invalidations(args))
    return payload
  }
}
