/** Which clients the store works on, and the one that it makes for itself. */
import { type Clock, OptionError, withDeadline } from '@larder/core'
import { Redis } from 'ioredis'

/** What the store uses of an ioredis client, version 6 or 5. A client is known by these, not by its class. */
export interface RedisClient {
  readonly status: string
  readonly isCluster?: boolean
  readonly options: {
    readonly keyPrefix?: string
    readonly enableAutoPipelining?: boolean
    /** With Sentinel, whom to connect to. */
    readonly role?: string
  }
  mget(keys: string[]): Promise<(string | null)[]>
  scan(
    cursor: string,
    match: 'MATCH',
    pattern: string,
    count: 'COUNT',
    size: number,
  ): Promise<[cursor: string, keys: string[]]>
  pipeline(): RedisPipeline
  evalsha(digest: string, keys: number, ...args: (string | number)[]): Promise<unknown>
  eval(source: string, keys: number, ...args: (string | number)[]): Promise<unknown>
  duplicate(options: object): Subscriber
  connect(): Promise<void>
  quit(): Promise<unknown>
  disconnect(): void
  on(event: string, listener: (...args: string[]) => void): unknown
  off(event: string, listener: (...args: string[]) => void): unknown
}

type Disconnectable = Pick<RedisClient, 'status' | 'on'> & { disconnect(reconnect?: boolean): void }

/** A connection of its own for what is published. */
export interface Subscriber extends Disconnectable {
  /** ioredis does not say so in its types, but it is the socket. */
  readonly stream?: { unref?(): void }
  subscribe(channel: string): Promise<unknown>
}

/** Commands that go out together. */
export interface RedisPipeline {
  mget(keys: string[]): unknown
  set(key: string, value: string, unit: 'PX', life: number): unknown
  unlink(key: string): unknown
  time(): unknown
  exec(): Promise<[error: Error | null, reply?: unknown][] | null>
}

const METHODS = [
  ...(['mget', 'scan', 'pipeline', 'evalsha', 'eval', 'duplicate', 'connect', 'quit', 'disconnect'] as const),
  ...(['on', 'off'] as const),
]
const WHERE = 'redisStore: client'
const EXPECTED = 'an ioredis client of one server, or a URL such as "redis://localhost:6379"'

/** @throws OptionError on anything that is no ioredis client, and on the clients of a Cluster and of replicas. */
export function recogniseClient(client: RedisClient): RedisClient {
  const advice =
    client?.isCluster === true
      ? 'A Redis Cluster is not supported.'
      : 'Clients of other packages than ioredis have other methods.'
  const isKnown =
    typeof client?.status === 'string' && METHODS.every((method) => typeof client[method] === 'function')
  if (!isKnown || client.isCluster === true) throw new OptionError(WHERE, EXPECTED, client, advice)
  if (client.options?.role === 'slave') {
    throw new OptionError(
      WHERE,
      'the role "master"',
      client.options.role,
      'A replica is behind, and read-only.',
    )
  }
  return client
}

/**
 * A client that fails at once instead of waiting: without a connection it queues nothing, and what was under way when
 * a connection was lost is not sent again.
 */
export function openClient(url: string): RedisClient {
  // The whole of it may hold a password, and is not shown.
  const [scheme = 'text without a scheme'] = /^[a-z+]*:\/\//i.exec(url) ?? []
  if (!/^rediss?:/i.test(scheme)) throw new OptionError(WHERE, EXPECTED, scheme)
  return new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, disconnectTimeout: 0 })
}

/** Ends a client that `openClient` made: what is under way gets its answers first, if they come in time. */
export async function endClient(client: RedisClient, clock: Clock, timeout: number): Promise<void> {
  if (client.status === 'ready') {
    await withDeadline(clock, timeout, 'quit', client.quit()).catch(() => {})
  }
  await disconnect(client)
}

/** Resolves when the client has no socket and no timer any more. */
export async function disconnect(client: Disconnectable): Promise<void> {
  if (client.status === 'end') return
  const isBetweenConnections = client.status === 'reconnecting'
  client.disconnect()
  await new Promise<void>((resolve) => {
    // ioredis does not tell the end then, and leaves a timer of 1 ms for a socket that is gone.
    if (isBetweenConnections) setTimeout(resolve, 1)
    else client.on('end', () => resolve())
  })
}
