/** One contestant meets one stampede: its hot key is cached, expires, and then everybody wants it. */
import { setTimeout } from 'node:timers/promises'
import { until } from '@larder/test/until'
import type { Redis } from 'ioredis'
import type { Contestant } from './contestants.ts'
import type { Counts, Database } from './database.ts'
import type { Waits } from './messages.ts'
import type { Processes } from './processes.ts'

/** Ms: the shortest that all of them can count, since some count in seconds. */
const TTL = 1_000
/** Ms between the last word of the parent and the first reader. */
const NOTICE = 100
const HOT = 'hot'

export interface Scene {
  readonly url: string
  readonly redis: Redis
  readonly database: Database
  readonly processes: Processes
  /** In each process. */
  readonly readers: number
  /** Ms in which all readers come. */
  readonly window: number
  /** Ms after which a reader gives up. */
  readonly patience: number
}

export interface Met extends Counts {
  /** Of each process. */
  readonly waits: readonly Waits[]
}

export async function meet({ name, servesStale }: Contestant, scene: Scene): Promise<Met> {
  const { url, redis, database, processes } = scene
  await redis.flushall()
  database.open()
  await processes.all(() => ({ order: 'open', contestant: name, url, ttl: TTL }))
  // Each a key of its own, so that all connections are open and all that is done has been done once.
  await processes.all((process) => ({ order: 'read', id: `warm-${process}` }))
  await processes.first({ order: 'read', id: HOT })
  await processes.all(() => ({ order: 'read', id: HOT }))
  await expiry(scene, servesStale === true)

  database.takeCounts()
  const waits = await rush(scene, servesStale ? 0 : database.last + 1)
  database.close()
  await until(() => database.isIdle, 'the last queries to end')
  const counts = database.takeCounts()
  processes.drop()
  await processes.all(() => ({ order: 'close' }))
  return { ...counts, waits }
}

async function rush(scene: Scene, oldest: number): Promise<Waits[]> {
  const { processes, readers, window, patience } = scene
  const at = performance.timeOrigin + performance.now() + NOTICE
  const done = await processes.all(() => ({
    order: 'rush',
    rush: { id: HOT, at, readers, window, patience, oldest },
  }))
  return done.filter((waits) => waits !== undefined)
}

/** By itself, in Redis and in whatever memory it is in: nobody is told that this is a test. */
async function expiry({ redis, database }: Scene, servesStale: boolean): Promise<void> {
  await until(() => database.isIdle, 'what is refreshed to be there')
  await setTimeout(TTL * 1.1)
  if (!servesStale) await until(async () => (await redis.dbsize()) === 0, 'all keys to be gone from Redis')
}
