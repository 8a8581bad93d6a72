/** Who meets the stampede: without any help, with a promise shared in each process, peers, and Larder. */
import { createCache } from '@larder/core'
import { redisStore } from '@larder/redis'
import { asyncCacheDedupe } from '../peers/async-cache-dedupe.ts'
import { bentoCache } from '../peers/bentocache.ts'
import { cacheManager } from '../peers/cache-manager.ts'
import { cacheable } from '../peers/cacheable.ts'
import { keyv } from '../peers/keyv.ts'
import { larder } from '../peers/larder.ts'
import type { Opening, OpenPeer, Peer } from '../peers/peer.ts'
import { rawFilling } from '../peers/raw.ts'
import { redisDataLoader } from '../peers/redis-dataloader.ts'
import { sharedByHand } from '../peers/shared-by-hand.ts'

export interface Contestant extends Peer {
  /** It promises one query in all processes, and fails the run with another number of them. */
  readonly promisesOne?: boolean
  /** What has expired is still there, and is served: it need not be gone before readers come. */
  readonly servesStale?: boolean
}

const larderWithGrace: Contestant = {
  ...larder,
  name: 'Larder, with grace',
  settings: 'The defaults, and a grace of a minute.',
  promisesOne: true,
  servesStale: true,
  async open<V>({ url, prefix, ttl, load }: Opening<V>): Promise<OpenPeer<V>> {
    const cache = createCache({ namespace: prefix, store: redisStore(url) })
    const loader = cache.loader('item', load, { ttl, grace: '1m' })
    return {
      readMany: (ids) => loader.loadMany(ids),
      read: (id) => loader.load(id),
      close: () => cache.close(),
    }
  },
}

export const contestants: readonly Contestant[] = [
  { ...rawFilling, name: 'none' },
  { ...sharedByHand, name: 'single flight per process' },
  keyv,
  cacheManager,
  cacheable,
  bentoCache,
  asyncCacheDedupe,
  redisDataLoader,
  { ...larder, promisesOne: true },
  larderWithGrace,
]
