/**
 * What is sent to one node of a Cluster: through the node's own client, a command for each key, in one pipeline. What
 * the node turns away has not been done; it is sent again through the Cluster's client, which asks around for the node
 * that serves it now.
 *
 * The Cluster's client may do so late, and out of order, when those who asked have left. Whatever is sent through it must
 * bear that: reads do, and scripts that only a lease's token lets write, and deletions. A prime does not: `Item.later`.
 */
import type { Write } from '@larder/core'
import type { RedisClient, RedisCluster, RedisPipeline } from './client.ts'
import { isReplyError } from './connection.ts'
import { ClientNotReadyError, ConnectionLostError } from './errors.ts'
import type { Commands, Item } from './nodes.ts'
import { isScriptLost, type Script } from './script.ts'
import { textOf } from './single-server.ts'

type Reply = [error: Error | null, reply?: unknown]

export class ClusterCommands implements Commands {
  readonly #node: RedisClient
  readonly #cluster: RedisCluster
  /** What the Cluster's client puts before its keys, and this one does not. */
  readonly #prefix: string

  constructor(node: RedisClient, cluster: RedisCluster) {
    this.#node = node
    this.#cluster = cluster
    this.#prefix = node.options.keyPrefix ? '' : (cluster.options.keyPrefix ?? '')
  }

  async get(keys: readonly string[]): Promise<(string | null)[]> {
    const replies = await this.#send((pipeline) => {
      for (const key of keys) pipeline.get(this.#prefix + key)
    })
    return Promise.all(
      keys.map((key, i) =>
        this.#settle<string | null>(replies[i], (cluster) => cluster.get(key)).catch(toNull),
      ),
    )
  }

  async set(writes: readonly Write[], now: number): Promise<void> {
    const texts = writes.map((write) => textOf(write, now))
    const replies = await this.#send((pipeline) => {
      for (const [i, { key, life }] of writes.entries()) {
        pipeline.set(this.#prefix + key, texts[i] as string, 'PX', life)
      }
    })
    const again = ({ key, life }: Write, text: string) => {
      return (cluster: RedisCluster) => cluster.set(key, text, 'PX', life)
    }
    await Promise.all(writes.map((write, i) => this.#settle(replies[i], again(write, texts[i] as string))))
  }

  async unlink(keys: readonly string[]): Promise<boolean[]> {
    const replies = await this.#send((pipeline) => {
      for (const key of keys) pipeline.unlink(this.#prefix + key)
    })
    const counts = keys.map((key, i) => this.#settle(replies[i], (cluster) => cluster.unlink(key)))
    return (await Promise.all(counts)).map((count) => count === 1)
  }

  /** A call for each item. */
  run(script: Script, channel: string, items: readonly Item[]): Promise<unknown>[] {
    const replied = this.#runAll(script, channel, items)
    return items.map(async (item, i) => {
      const [error, answers] = (await replied)[i] as Reply
      if (error === null) return (answers as unknown[])[0]
      const { script: other, item: instead } = item.later ?? { script, item }
      const isAway = isTurnedAway(error) || (item.later !== undefined && isScriptLost(error))
      if (!isAway) throw error
      const again = (cluster: RedisCluster) =>
        other.runWhole(cluster, instead.keys, [channel, 1, ...instead.args])
      return ((await this.#ask(again, error)) as unknown[])[0]
    })
  }

  scan(cursor: string, pattern: string, size: number): Promise<[cursor: string, keys: string[]]> {
    return this.#node.scan(cursor, 'MATCH', pattern, 'COUNT', size)
  }

  async #runAll(script: Script, channel: string, items: readonly Item[]): Promise<Reply[]> {
    const replies = await this.#call(script, channel, items, script.isSentWhole)
    if (script.isSentWhole) return replies
    const lost = items.filter((_, i) => isScriptLost(replies[i]?.[0]))
    if (lost.length === 0) return replies
    const again = await this.#call(script, channel, lost, true)
    return replies.map((reply) => (isScriptLost(reply[0]) ? (again.shift() as Reply) : reply))
  }

  /** With the source ahead of them, once, none of the calls can find the script lost. */
  async #call(
    { source, digest }: Script,
    channel: string,
    items: readonly Item[],
    isSourceSent: boolean,
  ): Promise<Reply[]> {
    const replies = await this.#send((pipeline) => {
      if (isSourceSent) pipeline.script('LOAD', source)
      for (const { keys, args } of items) {
        const named = keys.map((key) => this.#prefix + key)
        pipeline.evalsha(digest, named.length, ...named, channel, 1, ...args)
      }
    })
    return isSourceSent ? replies.slice(1) : replies
  }

  async #send(fill: (pipeline: RedisPipeline) => void): Promise<Reply[]> {
    const pipeline = this.#node.pipeline()
    fill(pipeline)
    return (await pipeline.exec()) ?? []
  }

  /** The reply, or where the node has turned the command away, what comes of sending it `again`. */
  async #settle<T>(reply: Reply | undefined, again: (cluster: RedisCluster) => Promise<T>): Promise<T> {
    const [error, answer] = reply as Reply
    if (error === null) return answer as T
    if (!isTurnedAway(error)) throw error
    return this.#ask(again, error)
  }

  /** @param turnedAway What is the matter, if the client finds no node that takes it either. */
  async #ask<T>(send: (cluster: RedisCluster) => Promise<T>, turnedAway: Error): Promise<T> {
    // Without connections its client would queue it.
    if (this.#cluster.status !== 'ready') throw new ClientNotReadyError(this.#cluster.status)
    return send(this.#cluster).catch((failure) => {
      if (isReplyError(failure)) throw failure
      throw failure.message.startsWith(GIVEN_UP) ? turnedAway : new ConnectionLostError(failure)
    })
  }
}

/** How ioredis begins to say so. */
const GIVEN_UP = 'Too many Cluster redirections'

/** CLUSTERDOWN is not among them: who asks around meets it everywhere, until long after those who asked have left. */
const TURNED_AWAY = ['MOVED ', 'ASK ', 'TRYAGAIN ']

function isTurnedAway(error: Error): boolean {
  return TURNED_AWAY.some((word) => error.message.startsWith(word))
}

/** What is no text is not there, as MGET has it. */
function toNull(error: Error): null {
  if (error.message.startsWith('WRONGTYPE')) return null
  throw error
}
