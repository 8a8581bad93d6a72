/**
 * What is sent to one node of a Cluster: through the node's own client, a command for each key, in one pipeline. What
 * the node turns away has not been done; it is sent again through the Cluster's client, which asks around for the node
 * that serves it now.
 *
 * The Cluster's client may do so late, and out of order, when those who asked have left. Whatever is sent through it must
 * bear that: reads do, deletions, and scripts that only a lease's token or an old entry lets write; and plain writes, which
 * are in no order with others. A prime does not: `Item.later`.
 */
import type { Write } from '@larder/core'
import type { RedisClient, RedisCluster, RedisPipeline } from './client.ts'
import { isReplyError } from './connection.ts'
import { ClientNotReadyError, ConnectionLostError } from './errors.ts'
import { isOne } from './execute.ts'
import type { Call, Commands, Item } from './nodes.ts'
import { isScriptLost, type Script } from './script.ts'
import { textOf } from './single-server.ts'

type Command = readonly [name: string, ...args: (string | number)[]]
type KeyCommand = readonly [name: string, key: string, ...args: (string | number)[]]
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

  get(keys: readonly string[]): Promise<(string | null)[]> {
    return this.#sendEach(
      keys.map((key) => ['get', key]),
      toNull,
    ) as Promise<(string | null)[]>
  }

  async set(writes: readonly Write[], now: number): Promise<void> {
    await this.#sendEach(writes.map((write) => ['set', write.key, textOf(write, now), 'PX', write.life]))
  }

  async unlink(keys: readonly string[]): Promise<boolean[]> {
    const counts = await this.#sendEach(keys.map((key) => ['unlink', key]))
    return counts.map(isOne)
  }

  /** A call for each item. */
  run(script: Script, channel: string, items: readonly Item[]): readonly Call[] {
    const replied = this.#runAll(script, channel, items)
    const answersTo = async (item: Item, i: number): Promise<unknown[]> => {
      const [error, answers] = (await replied)[i] as Reply
      if (error === null) return answers as unknown[]
      const { script: other, item: instead } = item.later ?? { script, item }
      const isAway = isTurnedAway(error) || (script.isSentWhole && isScriptLost(error))
      if (!isAway) throw error
      const { keys, args } = instead
      const call = ['eval', other.source, keys.length, ...keys, channel, 1, ...args] as const
      return (await this.#sendOn(call, error)) as unknown[]
    }
    return items.map((item, i) => ({ count: 1, answers: answersTo(item, i) }))
  }

  scan(cursor: string, pattern: string, size: number): Promise<[cursor: string, keys: string[]]> {
    return this.#node.scan(cursor, 'MATCH', pattern, 'COUNT', size)
  }

  async #runAll(script: Script, channel: string, items: readonly Item[]): Promise<Reply[]> {
    let replies = await this.#call(script, channel, items, script.isSentWhole)
    if (script.isSentWhole) return replies
    for (;;) {
      const lost = items.filter((_, i) => isScriptLost(replies[i]?.[0]))
      if (lost.length === 0) return replies
      const again = await this.#call(script, channel, lost, true)
      replies = replies.map((reply) => (isScriptLost(reply[0]) ? (again.shift() as Reply) : reply))
    }
  }

  /** With the source in the first of them, the others find the script there: unless the node turns that one away. */
  #call(
    { source, digest }: Script,
    channel: string,
    items: readonly Item[],
    isSourceSent: boolean,
  ): Promise<Reply[]> {
    return this.#send((pipeline) => {
      for (const [i, { keys, args }] of items.entries()) {
        const rest = [...keys.map((key) => this.#prefix + key), channel, 1, ...args]
        if (isSourceSent && i === 0) pipeline.eval(source, keys.length, ...rest)
        else pipeline.evalsha(digest, keys.length, ...rest)
      }
    })
  }

  async #send(fill: (pipeline: RedisPipeline) => void): Promise<Reply[]> {
    const pipeline = this.#node.pipeline()
    fill(pipeline)
    return (await pipeline.exec()) ?? []
  }

  /** Answers are aligned to the commands. `refused` answers for what Redis refuses. */
  async #sendEach(
    commands: readonly KeyCommand[],
    refused: (error: Error) => unknown = rethrow,
  ): Promise<unknown[]> {
    const replies = await this.#send((pipeline) => {
      for (const [name, key, ...args] of commands) pipeline.call(name, this.#prefix + key, ...args)
    })
    if (replies.every(([error]) => error === null)) return replies.map(([, answer]) => answer)
    const settle = async (command: KeyCommand, [error, answer]: Reply): Promise<unknown> => {
      if (error === null) return answer
      if (!isTurnedAway(error)) throw error
      return this.#sendOn(command, error)
    }
    return Promise.all(commands.map((command, i) => settle(command, replies[i] as Reply).catch(refused)))
  }

  /** @param turnedAway What is the matter, if the client finds no node that takes it either. */
  async #sendOn(command: Command, turnedAway: Error): Promise<unknown> {
    const cluster = this.#cluster
    // Without connections its client would queue it.
    if (cluster.status !== 'ready') throw new ClientNotReadyError(cluster.status)
    const [name, ...args] = command
    // Made so, it passes by ioredis's `enableAutoPipelining`, which would hold it back behind what has yet to move.
    const { string: send } = cluster.createBuiltinCommand(name)
    return send.apply(cluster, args).catch((failure) => {
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

function rethrow(error: Error): never {
  throw error
}
