/** Caches that share a Redis and a source, each with a client and a store of its own: what a fleet of processes has. */
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals'
import {
  type Cache,
  type Clock,
  createCache,
  type EventName,
  type Events,
  type Load,
  type LoadContext,
  type Loader,
  type LoaderPolicy,
  type NearOptions,
  type Store,
  systemClock,
} from '@larder/core'
import { type FaultyStore, faultyStore, type LoaderSpy, loaderSpy } from '@larder/core/testing'
import { redisStore } from '@larder/redis'
import { type Cluster, Redis, type RedisOptions } from 'ioredis'
import { type RedisServer, type RedisServerOptions, startRedis } from '../../support/redis-server.ts'

export interface Row {
  readonly n: number
}

export interface Member<C = Redis> {
  readonly cache: Cache
  readonly loader: Loader<string, Row>
  readonly store: FaultyStore
  readonly client: C
  /** The events of a kind since it joined. */
  events<N extends EventName>(name: N): readonly Events[N][]
  leave(): Promise<void>
}

export interface MemberOptions {
  readonly policy?: Omit<LoaderPolicy<string, Row>, 'scope' | 'unscoped'>
  /** Default: the fleet's, over its rows. */
  readonly load?: Load<string, Row, undefined>
  /** Default: no near cache. */
  readonly near?: NearOptions
  /** Default: long, since what is tested is not how fast a busy machine is. */
  readonly storeTimeout?: number
  readonly clock?: Clock
  readonly client?: RedisOptions
  /** What stands between the store on Redis and the cache. */
  readonly through?: (store: Store) => Store
}

export interface Fleet {
  readonly server: RedisServer
  /** For looking at what is stored, and for what other applications do to it. */
  readonly admin: Redis
  /** What everybody loads from. */
  readonly source: LoaderSpy<string, Row, LoadContext<undefined>>
  join(options?: MemberOptions): Member
}

const EVENTS = [
  ...(['load', 'join', 'invalidated', 'fill-refused', 'upgraded', 'upgrade-failed'] as const),
  ...(['corrupt', 'unstorable', 'cool-down', 'store-error', 'invalidation-lost'] as const),
]

/** A Redis for the file, and for each test an empty one with a source of its own. Everybody leaves after each test. */
export function startFleet(options?: RedisServerOptions): Fleet {
  let server: RedisServer
  let admin: Redis
  let source: LoaderSpy<string, Row, LoadContext<undefined>>
  let members: Member[]

  beforeAll(async () => {
    server = await startRedis(options)
    admin = new Redis(server.options)
  })

  beforeEach(async () => {
    await admin.flushall()
    source = loaderSpy<string, Row, LoadContext<undefined>>([['a', { n: 1 }]])
    members = []
  })

  afterEach(async () => {
    await Promise.all(members.map((member) => member.leave()))
  })

  afterAll(async () => {
    admin.disconnect()
    await server.stop()
  })

  function join(options: MemberOptions = {}): Member {
    const client = new Redis({ ...server.options, ...options.client })
    const member = makeMember(client, source.load, options)
    members.push(member)
    return member
  }

  return {
    get server() {
      return server
    },
    get admin() {
      return admin
    },
    get source() {
      return source
    },
    join,
  }
}

/**
 * @param client Its own: it is ended when the member leaves.
 * @param load Unless the options have one.
 */
export function makeMember<C extends Redis | Cluster>(
  client: C,
  load: Load<string, Row, undefined>,
  options: MemberOptions,
): Member<C> {
  const { storeTimeout = 8_000, clock = systemClock, through = (store) => store, near } = options
  client.on('error', () => {}) // It may be cut off on purpose.
  const store = faultyStore(through(redisStore(client, { timeout: storeTimeout, clock })))
  const cache = createCache({ namespace: 'shop', store, storeTimeout, clock, ...(near && { near }) })
  const events = new Map<EventName, unknown[]>(EVENTS.map((name) => [name, []]))
  for (const name of EVENTS) cache.on(name, (event) => events.get(name)?.push(event))
  // Chance has no part: lifetimes are the whole `ttl`, and what is fresh is not refreshed.
  const policy: MemberOptions['policy'] = { ttl: '10m', jitter: 0, early: { beta: 0 }, ...options.policy }
  return {
    cache,
    loader: cache.loader('product', options.load ?? load, policy),
    store,
    client,
    events: <N extends EventName>(name: N) => events.get(name) as Events[N][],
    async leave() {
      store.heal()
      await cache.close()
      client.disconnect()
    },
  }
}

export function valueKey(id: string, version = 1): string {
  return `shop:{product//${id}}:v${version}`
}

export function leaseKey(id: string): string {
  return `shop:{product//${id}}:lease`
}

/** Loses every message of the bus. */
export function deaf(store: Store): Store {
  const { bus, ...rest } = store
  return { ...rest, bus: { subscribe: () => () => {} } }
}
