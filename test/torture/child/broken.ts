/** Larder without one of the guards of law 3: what the checker must notice. */
import { type Cache, type CacheOptions, createCache, type Store } from '@larder/core'
import { wire } from '@larder/core/internal/cache/create-cache'
import { resolveCacheOptions } from '@larder/core/internal/options/resolve-cache-options'
import { NearCache } from '@larder/core/internal/read/near-cache'
import { TagReads } from '@larder/core/internal/tags/tag-reads'
import type { Broken } from '../options.ts'
import { NEAR_TTL } from '../settings.ts'

export function createBrokenCache(
  options: CacheOptions & { store: Store },
  broken: Broken | undefined,
): Cache {
  switch (broken) {
    case undefined:
      return createCache(options)
    case 'fence':
      return createCache({ ...options, store: withoutFence(options.store) })
    case 'rule':
      return wire(resolveCacheOptions(options), joinAnything)
    case 'near':
      keepWhatIsInvalidated()
      return createCache(options)
    case 'tag-time':
      takeTheTimeOfStoring()
      return createCache(options)
    case 'near-ttl':
      return createCache({ ...options, near: { ttl: 10 * NEAR_TTL } })
  }
}

/** Writes whatever comes, whoever holds the lease. */
function withoutFence(store: Store): Store {
  const { leases } = store
  if (leases === undefined) throw new TypeError('expected a store with leases')
  return {
    ...store,
    leases: {
      ...leases,
      async fill(fills) {
        await store.writeMany(fills.map(({ write }) => write))
        await leases.release(fills.map(({ lease, token }) => ({ lease, token, reason: 'cancelled' })))
        return fills.map(() => true)
      },
    },
  }
}

/** The looser rule: any flight that is loading may be joined, whenever its load began. */
const joinAnything = () => true

/** In all near caches of this process: they obey only their ttl. */
function keepWhatIsInvalidated(): void {
  NearCache.prototype.drop = () => {}
}

/** A tag kills what was stored before it was invalidated, and not what was loaded before. */
function takeTheTimeOfStoring(): void {
  const { bearerOf } = TagReads.prototype
  TagReads.prototype.bearerOf = function (entry, ...rest) {
    return bearerOf.call(this, { ...entry, began: entry.at }, ...rest)
  }
}
