import { loaderSpy } from '@larder/core/testing'
import { observedCache } from './observed-cache.ts'

/** A loader whose scope is whatever its context is, over a source that says which scope it was asked in. */
export function scopedLoader(unscoped?: 'bypass') {
  const observed = observedCache()
  const source = loaderSpy<string, unknown, { signal: AbortSignal; scope: unknown; load: number }>()
  const load = async (
    ids: readonly string[],
    context: { signal: AbortSignal; scope: unknown; load: number },
  ) => {
    await source.load(ids, context)
    return ids.map(() => ({ of: context.scope ?? 'nobody' }))
  }
  const scope = (context: unknown) => context
  const carts = unscoped
    ? observed.cache.loader('cart', load, { scope, unscoped })
    : observed.cache.loader('cart', load, { scope })
  return { ...observed, carts, source }
}
