/** Everybody who is compared: somebody else's caches with Redis alone, those that have memory, and all that results name. */
import { asyncCacheDedupe, asyncCacheDedupeInMemory } from './async-cache-dedupe.ts'
import { bentoCache, bentoCacheInMemory } from './bentocache.ts'
import { cacheManager, cacheManagerInMemory } from './cache-manager.ts'
import { cacheable, cacheableInMemory } from './cacheable.ts'
import { dataLoaderOverRaw } from './dataloader.ts'
import { dataLoaderOverMap } from './dataloader-over-map.ts'
import { keyv, keyvInMemory } from './keyv.ts'
import type { Peer } from './peer.ts'
import { raw, rawFilling } from './raw.ts'
import { redisDataLoader } from './redis-dataloader.ts'
import { sharedByHand } from './shared-by-hand.ts'

/** Caches, with Redis as the only tier. */
export const caches: readonly Peer[] = [
  keyv,
  cacheManager,
  cacheable,
  bentoCache,
  asyncCacheDedupe,
  redisDataLoader,
]

/** With Redis as the only tier. */
export const peers: readonly Peer[] = [dataLoaderOverRaw, ...caches]

/** With memory in front of Redis, or alone. */
export const peersWithMemory: readonly Peer[] = [
  keyvInMemory,
  cacheManagerInMemory,
  cacheableInMemory,
  bentoCacheInMemory,
  asyncCacheDedupeInMemory,
]

/** All that is not Larder. */
export const others: readonly Peer[] = [
  raw,
  rawFilling,
  sharedByHand,
  dataLoaderOverMap,
  ...peers,
  ...peersWithMemory,
]
