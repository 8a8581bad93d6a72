import {
  type Clock,
  checkClock,
  type Duration,
  OptionError,
  type Store,
  systemClock,
  toMs,
  type Write,
} from '@larder/core'
import { RedisBus } from './bus.ts'
import type { RedisClient, RedisCluster } from './client.ts'
import { ClusterNodes } from './cluster-nodes.ts'
import { Connection } from './connection.ts'
import { redisLeases } from './leases.ts'
import type { Nodes, Share } from './nodes.ts'
import { endClient, openClient } from './own-client.ts'
import { batchReads } from './read-batch.ts'
import { isCluster, recogniseCluster, recogniseServer } from './recognise-client.ts'
import { scanKeys } from './scan.ts'
import { SingleServer } from './single-server.ts'

export interface RedisStoreOptions {
  /** How long an operation waits for Redis before it rejects. Default 250 ms. */
  readonly timeout?: Duration | undefined
  /** Time and timers of this process. Default: the machine's. */
  readonly clock?: Clock | undefined
}

/**
 * A store on Redis, version 6.2 or later: on one server, or on a Cluster. Each operation is one round trip, except a first
 * write that no read went before: it asks for the server's time first. On a Cluster it is one for each node that keeps
 * some of its keys, all at once.
 *
 * @param clientOrUrl An ioredis client of version 6 or 5, `Redis` or `Cluster`, which stays open when the store is closed
 *   and whose settings hold, `keyPrefix` included. Or a URL, `redis://` or `rediss://`: then the store has a client of its
 *   own, to one server. Where that does not give the database that the URL names, operations reject with a
 *   `DatabaseRefusedError`.
 * @throws OptionError on what is neither, on a client that reads from replicas (`scaleReads` of a Cluster, the `role` of
 *   a Sentinel's), and on unknown options. Operations reject with a `ClientNotReadyError` or `ConnectionLostError` without
 *   a connection, with a `DeadlineError` after `timeout`, else with Redis's own error; if they have keys of several nodes,
 *   as soon as all of these have answered or failed.
 */
export function redisStore(
  clientOrUrl: RedisClient | RedisCluster | string,
  options: RedisStoreOptions = {},
): Store {
  const { timeout, clock } = resolveOptions(options)
  const own = typeof clientOrUrl === 'string' ? openClient(clientOrUrl) : undefined
  const client = own ?? (clientOrUrl as RedisClient | RedisCluster)
  const nodes = nodesOf(client, clock, timeout, own !== undefined)
  const keyPrefix = client.options.keyPrefix ?? ''
  const channel = `larder:${keyPrefix}`
  const bus = new RedisBus(nodes, clock, channel, keyPrefix)
  const read = batchReads(({ connection, clock: serverClock, commands }, keys, left) =>
    connection.ask(
      'redisStore.readMany',
      () => {
        serverClock.refresh()
        return commands.get(keys)
      },
      left,
    ),
  )

  return {
    async readMany(keys) {
      if (keys.length === 0) return []
      return nodes.share('redisStore.readMany', keys, itself, read)
    },

    async writeMany(writes) {
      const what = 'redisStore.writeMany'
      const write: Share<Write, unknown> = async (
        { connection, clock: serverClock, commands },
        share,
        left,
      ) => {
        if (!serverClock.isKnown) await connection.ask(what, () => serverClock.sample(), left)
        const send = () => {
          serverClock.refresh()
          return commands.set(share, serverClock.now())
        }
        await connection.ask(what, send, left)
        return []
      }
      if (writes.length > 0) await nodes.share(what, writes, ({ key }) => key, write)
    },

    async deleteMany(keys) {
      const what = 'redisStore.deleteMany'
      if (keys.length === 0) return []
      return nodes.share(what, keys, itself, ({ connection, commands }, share, left) =>
        connection.ask(what, () => commands.unlink(share), left),
      )
    },

    now: (part) => (nodes.clockOf(part) ?? clock).now(),

    uncertainty: (part) => nodes.clockOf(part)?.uncertainty ?? Number.POSITIVE_INFINITY,

    ...(nodes.partOf && { partOf: nodes.partOf }),

    scan: (prefix) => scanKeys(nodes, keyPrefix, prefix),

    leases: redisLeases(nodes, channel),

    bus,

    async close() {
      nodes.close()
      await Promise.all([bus.close(), own && endClient(own, clock, timeout)])
    },
  }
}

function nodesOf(client: RedisClient | RedisCluster, clock: Clock, timeout: number, isOwn: boolean): Nodes {
  if (isCluster(client)) return new ClusterNodes(recogniseCluster(client), clock, timeout)
  const connection = new Connection(recogniseServer(client), clock, timeout)
  if (isOwn) connection.keepErrors()
  return new SingleServer(client, connection, clock)
}

const itself = (key: string): string => key

function resolveOptions(options: RedisStoreOptions): { readonly timeout: number; readonly clock: Clock } {
  if (typeof options !== 'object' || options === null)
    throw new OptionError('redisStore', 'an object of options', options)
  const { timeout = 250, clock = systemClock, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    throw new OptionError('redisStore', 'the options timeout, clock', unknown, 'There is no such option.')
  }
  checkClock('redisStore', clock)
  return { timeout: toMs('redisStore: timeout', timeout, { positive: true }), clock }
}
