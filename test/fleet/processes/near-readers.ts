/**
 * One process of a fleet with near caches. It reads rows all the time, one after the other a millisecond later, and tells
 * when it is given another number of a row than before, and when a row has come near. It changes and invalidates a
 * row when its parent says so. The source is a hash in Redis.
 */
import { setTimeout } from 'node:timers/promises'
import { createCache, createReport } from '@larder/core'
import { redisStore } from '@larder/redis'
import { Redis } from 'ioredis'
import { type Moment, now } from '../../torture/moment.ts'

export interface Assignment {
  /** Where the store is, and where the source. */
  readonly store: string
  readonly source: string
  /** The source's hash, by ID. */
  readonly rows: string
  /** In ms. */
  readonly nearTtl: number
  readonly ids: readonly string[]
}

/** It was told to change a row. */
export interface Changed {
  readonly kind: 'changed'
  readonly id: string
  readonly n: number
  /** When `invalidate` was called, and when it had resolved. */
  readonly called: Moment
  readonly resolved: Moment
}

/** A read was given another number of a row than the reads before. */
export interface Turned {
  readonly kind: 'turned'
  readonly id: string
  readonly n: number
  readonly began: Moment
  /** When the reads began that were given the number before. */
  readonly before: readonly Moment[]
}

/** The near cache has answered a read, and not the one before. */
interface Near {
  readonly kind: 'near'
  readonly id: string
  readonly n: number
  readonly began: Moment
}

export type Told = Changed | Turned | Near

const { store, source: sourceUrl, rows, nearTtl, ids }: Assignment = JSON.parse(process.argv[2] as string)
let isOver = false

const source = new Redis(sourceUrl)
const cache = createCache({
  namespace: 'shop',
  store: redisStore(store, { timeout: '8s' }),
  storeTimeout: '8s',
  near: { ttl: nearTtl },
})
const loader = cache.loader(
  'row',
  async (asked: readonly string[]) => (await source.hmget(rows, ...asked)).map(Number),
  // Chance has no part.
  { ttl: '10m', jitter: 0, early: { beta: 0 } },
)

process.on('message', (id: string) => void change(id))
process.on('disconnect', () => {
  isOver = true
})
await Promise.all(ids.map(read))
await cache.close()
source.disconnect()

async function read(id: string): Promise<void> {
  let given: number | null | undefined
  let before: Moment[] = []
  let isNear = false
  while (!isOver) {
    const report = createReport()
    const began = now()
    const n = await loader.load(id, { report })
    if (n !== given) {
      tell({ kind: 'turned', id, n: n as number, began, before })
      given = n
      before = []
    }
    before.push(began)
    if (!isNear && report.near > 0) tell({ kind: 'near', id, n: n as number, began })
    isNear = report.near > 0
    await setTimeout(1)
  }
}

async function change(id: string): Promise<void> {
  const n = await source.hincrby(rows, id, 1)
  const called = now()
  await loader.invalidate(id)
  tell({ kind: 'changed', id, n, called, resolved: now() })
}

/** To nobody any more, if the test is over. */
function tell(told: Told): void {
  process.send?.(told, undefined, undefined, () => {})
}
