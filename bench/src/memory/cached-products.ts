/** Products that are all in Redis, and, with a near cache, may be in this process as well. */
import { type Cache, createCache, createReport, type Loader, type NearOptions } from '@larder/core'
import { redisStore } from '@larder/redis'
import { until } from '@larder/test/until'
import { type Product, product } from '../products.ts'

export interface CachedProducts {
  readonly loader: Loader<string, Product>
  readonly ids: readonly string[]
  close(): Promise<void>
}

const BATCH = 100
/** Read before the others, to see that what is read stays. */
const FIRST = '-1'

/** A near cache has settled, and holds nothing yet of what `ids` names. */
export async function openCached(url: string, count: number, hasNear: boolean): Promise<CachedProducts> {
  const ids = Array.from({ length: count }, (_, n) => String(n))
  const filling = open(url, undefined)
  await until(
    async () => (await countHits(filling.loader, ids)).hits === count,
    'all products to be in Redis',
  )
  await filling.cache.close()
  // A tenth of it is for missing entries, and none is to push another out.
  const near = hasNear ? { max: count * 2, maxBytes: count * 10_000, ttl: '1h' as const } : undefined
  const { cache, loader } = open(url, near)
  // It is emptied once, when it begins to hear of invalidations.
  if (hasNear)
    await until(async () => (await countHits(loader, [FIRST])).near === 1, 'the near cache to settle')
  return { loader, ids, close: () => cache.close() }
}

/** Reads them all, in batches. */
export async function countHits(
  loader: Loader<string, Product>,
  ids: readonly string[],
): Promise<{ readonly hits: number; readonly near: number }> {
  const report = createReport()
  for (let from = 0; from < ids.length; from += BATCH) {
    await loader.loadMany(ids.slice(from, from + BATCH), { report })
  }
  return report
}

function open(url: string, near: NearOptions | undefined): { cache: Cache; loader: Loader<string, Product> } {
  const cache = createCache({ namespace: 'memory', store: redisStore(url), near })
  const load = async (ids: readonly string[]) => ids.map((id) => product(Number(id)))
  return { cache, loader: cache.loader('product', load, { ttl: '1h' }) }
}
