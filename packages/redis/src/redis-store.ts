import {
  type Clock,
  type Duration,
  OptionError,
  type Store,
  systemClock,
  toMs,
  type Write,
} from '@larder/core'
import { RedisBus } from './bus.ts'
import { endClient, openClient, type RedisClient, recogniseClient } from './client.ts'
import { Connection } from './connection.ts'
import { execute } from './execute.ts'
import { redisLeases } from './leases.ts'
import { batchReads } from './read-batch.ts'
import { scanKeys } from './scan.ts'
import { ServerClock } from './server-clock.ts'

export interface RedisStoreOptions {
  /** How long an operation waits for Redis before it rejects. Default 250 ms. */
  readonly timeout?: Duration
  /** Time and timers of this process. Default: the machine's. */
  readonly clock?: Clock
}

/** Redis serves nobody else while it works on one command. */
const MOST_KEYS_PER_COMMAND = 5_000

/**
 * A store on one Redis server, version 6.2 or later. Each operation is one round trip, except a first write
 * that no read went before: it asks for the server's time first.
 *
 * @param clientOrUrl An ioredis client of version 6 or 5, which stays open when the store is closed and whose settings
 *   hold, `keyPrefix` included. Or a URL, `redis://` or `rediss://`: then the store has a client of its own.
 * @throws OptionError on what is neither, on the client of a Cluster, and on unknown options. Operations reject with a
 *   `ClientNotReadyError` or `ConnectionLostError` without a connection, with a `DeadlineError` after `timeout`, else
 *   with Redis's own error.
 */
export function redisStore(clientOrUrl: RedisClient | string, options: RedisStoreOptions = {}): Store {
  const { timeout, clock } = resolveOptions(options)
  const isOwn = typeof clientOrUrl === 'string'
  const client = isOwn ? openClient(clientOrUrl) : recogniseClient(clientOrUrl)
  const connection = new Connection(client, clock, timeout)
  const serverClock = new ServerClock(clock, () => askTime(client))
  const channel = `larder:${client.options.keyPrefix ?? ''}`
  const bus = new RedisBus(client, channel)
  if (isOwn) connection.keepErrors()

  return {
    readMany: batchReads((keys) =>
      connection.ask('redisStore.readMany', () => {
        serverClock.refresh()
        return getMany(client, keys)
      }),
    ),

    async writeMany(writes) {
      if (writes.length === 0) return
      if (!serverClock.isKnown) await connection.ask('redisStore.writeMany', () => serverClock.sample())
      await connection.ask('redisStore.writeMany', () => {
        serverClock.refresh()
        return setMany(client, writes, serverClock.now())
      })
    },

    async deleteMany(keys) {
      if (keys.length === 0) return []
      return connection.ask('redisStore.deleteMany', () => unlinkMany(client, keys))
    },

    now: () => serverClock.now(),

    scan: (prefix) => scanKeys(connection, client, prefix),

    leases: redisLeases(connection, client, channel, serverClock),

    bus,

    async close() {
      connection.close()
      await Promise.all([bus.close(), isOwn && endClient(client, clock, timeout)])
    },
  }
}

async function getMany(client: RedisClient, keys: string[]): Promise<(string | null)[]> {
  // ioredis's `enableAutoPipelining` would hold the command back until its last pipeline is answered.
  if (keys.length <= MOST_KEYS_PER_COMMAND && !client.options.enableAutoPipelining) return client.mget(keys)
  const pipeline = client.pipeline()
  for (let from = 0; from < keys.length; from += MOST_KEYS_PER_COMMAND) {
    pipeline.mget(keys.slice(from, from + MOST_KEYS_PER_COMMAND))
  }
  return (await execute(pipeline)).flat() as (string | null)[]
}

async function setMany(client: RedisClient, writes: readonly Write[], now: number): Promise<void> {
  const pipeline = client.pipeline()
  for (const { key, before, after, life, at = now } of writes) {
    pipeline.set(key, before + Math.round(at) + after, 'PX', life)
  }
  await execute(pipeline)
}

async function unlinkMany(client: RedisClient, keys: readonly string[]): Promise<boolean[]> {
  const pipeline = client.pipeline()
  for (const key of keys) pipeline.unlink(key)
  return (await execute(pipeline)).map((count) => count === 1)
}

async function askTime(client: RedisClient): Promise<number> {
  // In a pipeline, lest `enableAutoPipelining` hold this one back either.
  const pipeline = client.pipeline()
  pipeline.time()
  const [reply] = await execute(pipeline)
  const [seconds, microseconds] = (reply as string[]).map(Number) as [number, number]
  return seconds * 1_000 + microseconds / 1_000
}

function resolveOptions(options: RedisStoreOptions): { readonly timeout: number; readonly clock: Clock } {
  const { timeout = 250, clock = systemClock, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    throw new OptionError('redisStore', 'the options timeout, clock', unknown, 'There is no such option.')
  }
  return { timeout: toMs('redisStore: timeout', timeout, { positive: true }), clock }
}
