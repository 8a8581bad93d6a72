/** News of leases from other processes: one subscriber connection, made when somebody first wants to hear. */
import type { Bus, BusMessage } from '@larder/core'
import { disconnect, type RedisClient, type Subscriber } from './client.ts'

const KINDS = new Set(['filled', 'failed', 'released', 'unstorable', 'invalidated'])

export class RedisBus implements Bus {
  readonly #client: RedisClient
  readonly #channel: string
  readonly #listeners = new Set<(message: BusMessage) => void>()
  #subscriber: Subscriber | undefined
  /**
   * The client has left a server, for another one perhaps. A subscriber that is about to connect goes there by itself; and
   * ioredis would end it for good.
   */
  readonly #follow = () => {
    if (this.#subscriber?.status === 'ready') this.#subscriber.disconnect(true)
  }

  constructor(client: RedisClient, channel: string) {
    this.#client = client
    this.#channel = channel
  }

  subscribe(listener: (message: BusMessage) => void): () => void {
    this.#listeners.add(listener)
    this.#subscriber ??= this.#open()
    return () => void this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    this.#client.off('close', this.#follow)
    if (this.#subscriber !== undefined) await disconnect(this.#subscriber)
  }

  /** Its loss harms nobody but who waits: they poll meanwhile. It keeps no process alive. */
  #open(): Subscriber {
    const prefix = this.#client.options.keyPrefix ?? ''
    const subscriber = this.#client.duplicate({
      keyPrefix: '',
      maxRetriesPerRequest: null,
      enableOfflineQueue: true,
      lazyConnect: false,
      disconnectTimeout: 0,
      // While it waits for a Sentinel it cannot be ended.
      sentinelCommandTimeout: 1_000,
      // Its connections would be left open, and would keep the process alive. The subscriber follows the client instead.
      failoverDetector: false,
    })
    this.#client.on('close', this.#follow)
    subscriber.on('error', () => {})
    subscriber.on('connect', () => subscriber.stream?.unref?.())
    subscriber.on('close', () => this.#tell({ kind: 'gap' }))
    subscriber.on('message', (_channel: string, text: string) => {
      const [kind, lease] = split(text)
      if (KINDS.has(kind)) this.#tell({ kind: kind as 'filled', lease: lease.slice(prefix.length) })
    })
    subscriber.subscribe(this.#channel).catch(() => {})
    return subscriber
  }

  #tell(message: BusMessage): void {
    for (const listener of this.#listeners) listener(message)
  }
}

function split(text: string): [kind: string, lease: string] {
  const at = text.indexOf(' ')
  return [text.slice(0, at), text.slice(at + 1)]
}
