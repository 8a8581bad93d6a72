/**
 * News of leases from other processes: one subscriber connection at a time, made when somebody first wants to hear. When
 * it is lost another one is made, on a Cluster to any node that is there. What is published meanwhile is lost: of that
 * tells a `gap` when the connection goes, and one more when a subscription holds again.
 */
import type { Bus, BusMessage, Cancel, Clock } from '@larder/core'
import type { RedisClient, Subscriber } from './client.ts'
import type { Nodes } from './nodes.ts'
import { disconnect } from './own-client.ts'

const KINDS = new Set(['filled', 'failed', 'released', 'unstorable', 'invalidated'])

/** Between attempts, in ms: twice as long after each that fails. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 2_000

export class RedisBus implements Bus {
  readonly #nodes: Nodes
  readonly #clock: Clock
  readonly #channel: string
  readonly #keyPrefix: string
  readonly #listeners = new Set<(message: BusMessage) => void>()
  #subscriber: Subscriber | undefined
  /** The client of the node that the subscriber is connected to. */
  #node: RedisClient | undefined
  #isSubscribed = false
  /** Those who listen know why they hear nothing. */
  #isExplained = false
  #isClosed = false
  #pause = FIRST_PAUSE
  #end: (() => void) | undefined
  #cancelPause: Cancel = () => {}

  constructor(nodes: Nodes, clock: Clock, channel: string, keyPrefix: string) {
    this.#nodes = nodes
    this.#clock = clock
    this.#channel = channel
    this.#keyPrefix = keyPrefix
  }

  subscribe(listener: (message: BusMessage) => void): () => void {
    this.#listeners.add(listener)
    if (!this.#isClosed) this.#begin()
    return () => void this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#listeners.clear()
    this.#end?.()
    this.#cancelPause()
    const subscriber = this.#subscriber
    this.#subscriber = undefined
    if (subscriber !== undefined) await disconnect(subscriber)
  }

  #begin(): void {
    if (this.#end !== undefined) return
    // A node that has left the Cluster may live on, and would never say anything.
    this.#end = this.#nodes.onGone((node) => node === this.#node && this.#subscriber?.disconnect())
    this.#open()
  }

  #open(): void {
    this.#node = this.#nodes.forNews()
    if (this.#node === undefined) this.#openLater()
    else this.#connectTo(this.#node)
  }

  /** Its loss harms nobody but who waits: they poll meanwhile. It keeps no process alive. */
  #connectTo(node: RedisClient): void {
    const subscriber = node.duplicate({
      keyPrefix: '',
      retryStrategy: null,
      maxRetriesPerRequest: null,
      enableOfflineQueue: true,
      lazyConnect: false,
      disconnectTimeout: 0,
      // While it waits for a Sentinel it cannot be ended.
      sentinelCommandTimeout: 1_000,
      // Its connections would be left open, and would keep the process alive. The subscriber follows the client instead.
      failoverDetector: false,
    })
    this.#subscriber = subscriber
    let trouble: unknown
    subscriber.on('error', (error: unknown) => {
      trouble = error
    })
    subscriber.on('connect', () => subscriber.stream?.unref?.())
    subscriber.on('end', () => this.#lose(subscriber))
    subscriber.on('message', (_channel: string, text: string) => {
      const [kind, lease] = split(text)
      if (KINDS.has(kind)) this.#tell({ kind: kind as 'filled', lease: lease.slice(this.#keyPrefix.length) })
    })
    subscriber.subscribe(this.#channel).then(
      () => this.#hold(subscriber),
      (error) => {
        this.#explain(subscriber, trouble ?? error)
        subscriber.disconnect()
      },
    )
  }

  #explain(subscriber: Subscriber, error: unknown): void {
    if (this.#subscriber !== subscriber || this.#isExplained) return
    this.#isExplained = true
    this.#tell({ kind: 'gap', error })
  }

  #hold(subscriber: Subscriber): void {
    if (this.#subscriber !== subscriber) return
    this.#pause = FIRST_PAUSE
    this.#isSubscribed = true
    this.#isExplained = false
    this.#tell({ kind: 'gap' })
  }

  #lose(subscriber: Subscriber): void {
    if (this.#subscriber !== subscriber) return
    this.#subscriber = undefined
    if (this.#isSubscribed) this.#tell({ kind: 'gap' })
    this.#isSubscribed = false
    this.#openLater()
  }

  /** Jittered: all processes have lost the same node at the same time. */
  #openLater(): void {
    const pause = this.#pause * (0.5 + this.#clock.random())
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE)
    this.#cancelPause = this.#clock.after(pause, () => this.#open(), { ref: false })
  }

  #tell(message: BusMessage): void {
    for (const listener of this.#listeners) listener(message)
  }
}

function split(text: string): [kind: string, lease: string] {
  const at = text.indexOf(' ')
  return [text.slice(0, at), text.slice(at + 1)]
}
