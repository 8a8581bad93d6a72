/** A Larder loader, as the catalogue has them. */
import { type Cache, createCache, createReport, type Loader } from '@larder/core'
import type { Row } from '../parts/database.ts'
import { NAMESPACE } from '../parts/store.ts'
import {
  type Answered,
  type Protection,
  type ProtectionOptions,
  type RowV2,
  toVersion2,
} from './protection.ts'

/** Ms that `close` grants to what runs behind the readers' backs. */
const WITHIN = 5_000
const OUTCOMES: readonly Answered[] = ['hits', 'stale', 'missing', 'joined', 'loaded']

export function withLarder(options: ProtectionOptions): Protection {
  const caches: Cache[] = []
  const first = openVersion1(options, caches)
  let current: Loader<string, Row | RowV2> = first

  return {
    async read(id) {
      const report = createReport()
      await current.load(id, { report })
      return OUTCOMES.find((outcome) => report[outcome] > 0) as Answered
    },
    fill: (row, life) => first.prime(row.id, row, { ttl: life }),
    expire: async (id) => void (await current.expire(id)),
    deploy() {
      current = openVersion2(options, caches)
    },
    async close() {
      await Promise.all(caches.map((cache) => cache.close({ within: WITHIN })))
    },
  }
}

function openVersion1(options: ProtectionOptions, caches: Cache[]): Loader<string, Row> {
  return openCache(options, caches).loader(
    'product',
    (ids: readonly string[]) => options.database.query(ids),
    policyOf(options),
  )
}

/** Reads what version 1 has stored. */
function openVersion2(options: ProtectionOptions, caches: Cache[]): Loader<string, RowV2> {
  return openCache(options, caches).loader(
    'product',
    async (ids: readonly string[]) => {
      const rows = await options.database.query(ids)
      return new Map([...rows].map(([id, row]) => [id, toVersion2(row)]))
    },
    { ...policyOf(options), version: 2, upgrade: { 1: toVersion2 } },
  )
}

function openCache({ store, onCommand }: ProtectionOptions, caches: Cache[]): Cache {
  const cache = createCache({ namespace: NAMESPACE, store: store.forLarder() })
  cache.observe({ command: onCommand })
  caches.push(cache)
  return cache
}

/** Beyond these, the defaults. */
function policyOf({ ttl, pool }: ProtectionOptions) {
  return { ttl, grace: '10m', source: { concurrency: pool } } as const
}
