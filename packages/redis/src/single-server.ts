/** The one node of a store on a single server: it serves every key, and takes many in one command. */
import type { Clock, Write } from '@larder/core'
import { chunksOf } from './chunks.ts'
import type { RedisClient } from './client.ts'
import { type Connection, isReplyError } from './connection.ts'
import { NodeOfClusterError } from './errors.ts'
import { execute, isOne } from './execute.ts'
import type { Call, Commands, Item, Node, Nodes, Share } from './nodes.ts'
import type { Script } from './script.ts'
import { askTime, ServerClock } from './server-clock.ts'

/** Redis serves nobody else while it works on one command. */
const MOST_KEYS_PER_COMMAND = 5_000
/** Nor while it runs a script, which takes longer over a key. */
const MOST_ITEMS_PER_CALL = 500

export class SingleServer implements Nodes {
  readonly #client: RedisClient
  readonly #node: Node

  constructor(client: RedisClient, connection: Connection, clock: Clock) {
    this.#client = client
    const serverClock = new ServerClock(clock, () => askTime(client))
    this.#node = { connection, clock: serverClock, commands: new ServerCommands(client) }
  }

  clockOf(): ServerClock {
    return this.#node.clock
  }

  share<T, A>(
    _what: string,
    items: readonly T[],
    _keyOf: (item: T) => string,
    run: Share<T, A>,
  ): Promise<A[]> {
    return run(this.#node, items, this.#node.connection.timeout).catch((error) => {
      throw isOfCluster(error) ? new NodeOfClusterError(error) : error
    })
  }

  async all(): Promise<readonly Node[]> {
    return [this.#node]
  }

  forNews(): RedisClient {
    return this.#client
  }

  /** With Sentinel the client may have left a server for another one. */
  onGone(listener: (client: RedisClient) => void): () => void {
    const left = () => listener(this.#client)
    this.#client.on('close', left)
    return () => void this.#client.off('close', left)
  }

  close(): void {
    this.#node.connection.close()
  }
}

class ServerCommands implements Commands {
  readonly #client: RedisClient

  constructor(client: RedisClient) {
    this.#client = client
  }

  async get(keys: string[]): Promise<(string | null)[]> {
    const client = this.#client
    // ioredis's `enableAutoPipelining` would hold the command back until its last pipeline is answered.
    if (keys.length <= MOST_KEYS_PER_COMMAND && !client.options.enableAutoPipelining) return client.mget(keys)
    const pipeline = client.pipeline()
    for (let from = 0; from < keys.length; from += MOST_KEYS_PER_COMMAND) {
      pipeline.mget(keys.slice(from, from + MOST_KEYS_PER_COMMAND))
    }
    return (await execute(pipeline)).flat() as (string | null)[]
  }

  async set(writes: readonly Write[], now: number): Promise<void> {
    const pipeline = this.#client.pipeline()
    for (const write of writes) pipeline.set(write.key, textOf(write, now), 'PX', write.life)
    await execute(pipeline)
  }

  async unlink(keys: readonly string[]): Promise<boolean[]> {
    const pipeline = this.#client.pipeline()
    for (const key of keys) pipeline.unlink(key)
    return (await execute(pipeline)).map(isOne)
  }

  run(script: Script, channel: string, items: readonly Item[]): readonly Call[] {
    return chunksOf(items, MOST_ITEMS_PER_CALL).map((chunk) => this.#call(script, channel, chunk))
  }

  /** One call for all items. */
  #call(script: Script, channel: string, items: readonly Item[]): Call {
    const keys: string[] = []
    const args: (string | number)[] = [channel, items.length]
    for (const item of items) {
      keys.push(...item.keys)
      args.push(...item.args)
    }
    return { count: items.length, answers: script.run(this.#client, keys, args) as Promise<unknown[]> }
  }

  scan(cursor: string, pattern: string, size: number): Promise<[cursor: string, keys: string[]]> {
    return this.#client.scan(cursor, 'MATCH', pattern, 'COUNT', size)
  }
}

/** What a node of a Cluster says to a client that takes it for a server by itself. */
function isOfCluster(error: unknown): boolean {
  return isReplyError(error) && /^(MOVED|CROSSSLOT) /.test((error as Error).message)
}

export function textOf({ before, after, at }: Write, now: number): string {
  return before + Math.round(at ?? now) + after
}
