/** A DataLoader per request, over the raw client: what a GraphQL server has that caches by hand. */
import DataLoader from 'dataloader'
import { Redis } from 'ioredis'
import { installed } from './installed.ts'
import type { Opening, OpenPeer, Peer } from './peer.ts'
import { rawMany } from './raw-many.ts'

export const dataLoaderOverRaw: Peer = {
  name: 'dataloader over raw MGET',
  version: installed('dataloader'),
  settings:
    'A DataLoader per request; its batch function is one MGET, and sets what it loaded in one pipeline.',
  async open<V>(opening: Opening<V>): Promise<OpenPeer<V>> {
    const redis = new Redis(opening.url)
    const readMany = rawMany(redis, opening)
    const request = () => new DataLoader<string, V | null>(async (ids) => present(await readMany(ids)))
    return {
      readMany: (ids) => request().loadMany(ids),
      read: (id) => request().load(id),
      close: async () => void (await redis.quit()),
    }
  },
}

/** Nothing is `undefined` any more: what was absent is loaded. */
function present<V>(values: readonly (V | null | undefined)[]): (V | null)[] {
  return values as (V | null)[]
}
