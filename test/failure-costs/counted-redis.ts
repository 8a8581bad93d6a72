/** A client that counts the commands it is given, sent or not. What makes and names its connection is not counted. */
import { Redis, type RedisOptions } from 'ioredis'

const CONNECTING = ['info', 'client', 'hello', 'auth', 'select', 'subscribe', 'unsubscribe']
type Sent = Parameters<Redis['sendCommand']>

export type ClientOptions = Pick<RedisOptions, 'host' | 'port' | 'sentinels' | 'name' | 'commandTimeout'>

export class CountedRedis extends Redis {
  commands = 0
  /** A command that waits for a connection is sent again when there is one. */
  readonly #seen = new WeakSet<Sent[0]>()

  constructor(options: ClientOptions) {
    super({ retryStrategy: () => 20, ...options })
    this.on('error', () => {}) // It is cut off on purpose.
  }

  override sendCommand(...sent: Sent): unknown {
    const [command] = sent
    if (!this.#seen.has(command) && !CONNECTING.includes(command.name)) this.commands++
    this.#seen.add(command)
    return super.sendCommand(...sent)
  }
}
