/** The raw client, and Larder in the ways it is used, over the same Redis; each with a connection of its own. */
import { createCache, createReport, type Loader } from '@larder/core'
import { redisStore } from '@larder/redis'
import DataLoader from 'dataloader'
import { Redis } from 'ioredis'
import { type Product, product } from './products.ts'

/** What the others are compared with. */
export const RAW = 'raw MGET + JSON.parse'

/** Reads a batch of products by number. */
type Reader = (numbers: readonly number[]) => Promise<readonly (Product | null | Error)[]>

export interface Contestants {
  readonly readers: readonly { readonly name: string; readonly read: Reader }[]
  close(): Promise<void>
}

/** With products 0 to `count` − 1 in Redis, for each in its own form. Loading one later is a failure: all are hits. */
export async function openContestants(url: string, count: number): Promise<Contestants> {
  const raw = new Redis(url)
  await raw.flushall()
  const numbers = Array.from({ length: count }, (_, n) => n)
  await raw.mset(numbers.flatMap((n) => [`raw:${n}`, JSON.stringify(product(n))]))

  const cache = createCache({ namespace: 'bench', store: redisStore(url) })
  const frozen = cache.loader('frozen', loadProducts, { ttl: '1h' })
  const unfrozen = cache.loader('unfrozen', loadProducts, { ttl: '1h', freeze: false })
  const nearCache = createCache({ namespace: 'bench-near', store: redisStore(url), near: { ttl: '1h' } })
  const near = nearCache.loader('near', loadProducts, { ttl: '1h' })
  const ids = numbers.map(String)
  for (const loader of [frozen, unfrozen, near]) {
    await loader.loadMany(ids)
    await settled(loader, ids)
  }
  return {
    readers: [
      { name: 'raw client', read: (wanted) => readRaw(raw, wanted) },
      { name: 'Larder', read: (wanted) => frozen.loadMany(wanted.map(String)) },
      { name: 'Larder, freeze: false', read: (wanted) => unfrozen.loadMany(wanted.map(String)) },
      { name: 'Larder, near', read: (wanted) => near.loadMany(wanted.map(String)) },
      { name: 'Larder through DataLoader', read: (wanted) => readThroughDataLoader(frozen, wanted) },
    ],
    async close() {
      await Promise.all([cache.close(), nearCache.close()])
      await raw.quit()
    },
  }
}

async function loadProducts(ids: readonly string[]): Promise<Product[]> {
  return ids.map((id) => product(Number(id)))
}

/** Until every fill is in Redis: from then on nothing is loaded. */
async function settled(loader: Loader<string, Product>, ids: readonly string[]): Promise<void> {
  const report = createReport()
  await loader.loadMany(ids, { report })
  if (report.hits !== ids.length) await settled(loader, ids)
}

async function readRaw(redis: Redis, numbers: readonly number[]): Promise<Product[]> {
  const texts = await redis.mget(numbers.map((n) => `raw:${n}`))
  return texts.map((text) => JSON.parse(text ?? 'null'))
}

/** As a request does: a DataLoader of its own. */
function readThroughDataLoader(
  loader: Loader<string, Product>,
  numbers: readonly number[],
): Promise<(Product | null | Error)[]> {
  const request = new DataLoader<string, Product | null>((ids) => loader.loadMany(ids))
  return request.loadMany(numbers.map(String))
}
