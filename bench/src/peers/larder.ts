/** Larder in the ways it is used, each with a connection of its own, and otherwise as it is shipped. */
import { withLoaders } from '@larder/apollo'
import { createCache, type Duration, type Loader } from '@larder/core'
import { redisStore } from '@larder/redis'
import { installed } from './installed.ts'
import type { Opening, OpenPeer, Peer } from './peer.ts'

interface Way {
  readonly name: string
  readonly settings: string
  readonly freeze?: boolean
  /** For how long what is stale is served. */
  readonly grace?: Duration
  /** In front of the store, for as long as the task takes. */
  readonly near?: boolean
  /** The loaders of a request, as resolvers have them. */
  readonly throughDataLoader?: boolean
  /** A batch is answered when what it loaded is in the store, too. Otherwise that goes on behind the reader. */
  readonly untilFilled?: boolean
}

export const larder = peer({ name: 'Larder', settings: 'redisStore(url) and the defaults.' })
export const larderWithGrace = peer({
  name: 'Larder, with grace',
  settings: 'The defaults, and a grace of a minute.',
  grace: '1m',
})
export const larderUnfrozen = peer({
  name: 'Larder, freeze: false',
  settings: 'The defaults but for freeze.',
  freeze: false,
})
export const larderThroughDataLoader = peer({
  name: 'Larder through DataLoader',
  settings: 'The defaults, and the loaders that @larder/apollo puts on the context, anew for each request.',
  throughDataLoader: true,
})
export const larderThroughDataLoaderUnfrozen = peer({
  name: 'Larder through DataLoader, freeze: false',
  settings: 'The same but for freeze.',
  throughDataLoader: true,
  freeze: false,
})
export const larderNear = peer({
  name: 'Larder, near cache',
  settings: 'The defaults, and a near cache whose ttl is longer than the task.',
  near: true,
})
export const larderNearThroughDataLoader = peer({
  name: 'Larder, near cache, through DataLoader',
  settings: 'The same through the loaders on the context.',
  near: true,
  throughDataLoader: true,
})
export const larderUntilFilled = peer({
  name: 'Larder',
  settings: 'The defaults. waitUntil is given what goes on behind readers, and it is waited for.',
  untilFilled: true,
})
export const larderThroughDataLoaderUntilFilled = peer({
  name: 'Larder through DataLoader',
  settings: 'The same through the loaders on the context.',
  throughDataLoader: true,
  untilFilled: true,
})

function peer({ name, settings, freeze = true, grace, near, throughDataLoader, untilFilled }: Way): Peer {
  return {
    name,
    version: installed('@larder/core'),
    settings,
    async open<V>({ url, prefix, ttl, load }: Opening<V>): Promise<OpenPeer<V>> {
      const behind = new Set<Promise<void>>()
      const cache = createCache({
        namespace: prefix,
        store: redisStore(url),
        near: near ? { ttl } : undefined,
        waitUntil: untilFilled ? (work) => void behind.add(work) : undefined,
      })
      const loader = cache.loader('item', load, { ttl, grace, freeze })
      const request = throughDataLoader ? perRequest(loader) : () => loader
      return {
        async readMany(ids) {
          const answer = await request().loadMany(ids)
          if (untilFilled) await settled(behind)
          return answer
        },
        read: (id) => request().load(id),
        close: () => cache.close(),
      }
    },
  }
}

function perRequest<V>(loader: Loader<string, V>) {
  const shared = { item: loader }
  return () => withLoaders(shared, {}).loaders.item
}

/** What a fill makes go on may be told of only when the fill ends. */
async function settled(behind: Set<Promise<void>>): Promise<void> {
  while (behind.size > 0) {
    const now = [...behind]
    await Promise.all(now)
    for (const work of now) behind.delete(work)
  }
}
