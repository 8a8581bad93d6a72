/** What the store uses of ioredis, version 6 or 5. Types only. */

/** The client of a server. */
export interface RedisClient {
  readonly status: string
  readonly options: {
    readonly host?: string | undefined
    readonly port?: number | undefined
    readonly keyPrefix?: string | undefined
    readonly enableAutoPipelining?: boolean | undefined
    readonly sentinels?: unknown
    readonly role?: string | undefined
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
  asking(): Promise<unknown>
  connect(): Promise<void>
  quit(): Promise<unknown>
  disconnect(): void
  on(event: string, listener: (...args: string[]) => void): unknown
  off(event: string, listener: (...args: string[]) => void): unknown
}

/** The client of a Cluster. Commands go to its nodes' own clients; it is sent what they have turned away. */
export interface RedisCluster {
  readonly isCluster: boolean
  readonly status: string
  readonly options: {
    readonly keyPrefix?: string | undefined
    readonly scaleReads?: unknown
    readonly redisOptions?: { readonly keyPrefix?: string | undefined } | undefined
  }
  /** By slot: `host:port` of its master, then of its replicas. */
  readonly slots: (readonly string[])[]
  nodes(role: 'master' | 'all'): RedisClient[]
  refreshSlotsCache(done: () => void): void
  createBuiltinCommand(name: string): { string(...args: (string | number)[]): Promise<unknown> }
  connect(): Promise<void>
  on(event: '+node' | '-node', listener: (client: RedisClient) => void): unknown
  on(event: string, listener: (...args: string[]) => void): unknown
  off(event: '+node' | '-node', listener: (client: RedisClient) => void): unknown
  off(event: string, listener: (...args: string[]) => void): unknown
}

export type Disconnectable = Pick<RedisClient, 'status' | 'disconnect' | 'on'>

/** A connection of its own for what is published. */
export interface Subscriber extends Disconnectable {
  /** ioredis does not say so in its types, but it is the socket. */
  readonly stream?: { unref?(): void }
  subscribe(channel: string): Promise<unknown>
}

/** Commands that go out together. */
export interface RedisPipeline {
  mget(keys: string[]): unknown
  call(name: string, ...args: (string | number)[]): unknown
  evalsha(digest: string, keys: number, ...args: (string | number)[]): unknown
  eval(source: string, keys: number, ...args: (string | number)[]): unknown
  set(key: string, value: string, unit: 'PX', life: number): unknown
  unlink(key: string): unknown
  time(): unknown
  exec(): Promise<[error: Error | null, reply?: unknown][] | null>
}

/** What is asked of either for its connection. */
export type Connectable = Pick<RedisClient, 'status' | 'connect' | 'on' | 'off'>
