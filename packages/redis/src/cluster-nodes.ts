/**
 * The nodes of a Cluster, each spoken to through its own client. The Cluster's client would send a command again, up to
 * 16 times, when those who asked have long left; and one node that is out would hold up what goes to the others.
 */
import type { Clock } from '@larder/core'
import { handleAsking } from './asking.ts'
import type { RedisClient, RedisCluster } from './client.ts'
import { ClusterCommands } from './cluster-commands.ts'
import { Connection } from './connection.ts'
import { ClientNotReadyError } from './errors.ts'
import type { Node, Nodes, Share } from './nodes.ts'
import { askTime, ServerClock } from './server-clock.ts'
import { slotOf } from './slot.ts'
import { splitByPart } from './split.ts'

/** In ms. Of asking again which nodes there are, while one has no client: ioredis by itself may never do so. */
const BETWEEN_REFRESHES = 500

interface ClusterNode extends Node {
  readonly client: RedisClient
}

export class ClusterNodes implements Nodes {
  readonly #cluster: RedisCluster
  readonly #clock: Clock
  readonly #connection: Connection
  readonly #prefix: string
  readonly #nodes = new Map<string, ClusterNode>()
  readonly #endHandling: () => void
  #refreshedAt = Number.NEGATIVE_INFINITY

  constructor(cluster: RedisCluster, clock: Clock, timeout: number) {
    this.#cluster = cluster
    this.#clock = clock
    this.#connection = new Connection(cluster, clock, timeout)
    this.#prefix = cluster.options.keyPrefix ?? ''
    this.#endHandling = handleAsking(cluster)
  }

  readonly partOf = (key: string): string => this.#cluster.slots[slotOf(this.#prefix + key)]?.[0] ?? UNSERVED

  /** Without a part it is that of any node. */
  clockOf(part: string | undefined): ServerClock | undefined {
    const [any] = this.#nodes.values()
    return (part === undefined ? any : this.#nodes.get(part))?.clock
  }

  share<T, A>(
    what: string,
    items: readonly T[],
    keyOf: (item: T) => string,
    run: Share<T, A>,
    undo?: (items: readonly T[], answers: readonly A[]) => void,
  ): Promise<A[]> {
    return this.#whenKnown(what, (left) =>
      splitByPart(
        items,
        (item) => this.partOf(keyOf(item)),
        async (part, share) => run(this.#nodeAt(part), share, left),
        undo,
      ),
    )
  }

  all(what: string): Promise<readonly Node[]> {
    return this.#whenKnown(what, async () => {
      const names = new Set<string>()
      for (const keys of this.#cluster.slots) if (keys?.[0] !== undefined) names.add(keys[0])
      return [...names].map((name) => this.#nodeAt(name))
    })
  }

  /** A Cluster tells all of its nodes what is published at one. */
  forNews(): RedisClient | undefined {
    if (this.#cluster.status === 'wait') this.#cluster.connect().catch(() => {})
    const clients = this.#cluster.nodes('master')
    const ready = clients.filter(({ status }) => status === 'ready')
    const among = ready.length > 0 ? ready : clients
    return among[Math.floor(this.#clock.random() * among.length)]
  }

  onGone(listener: (client: RedisClient) => void): () => void {
    this.#cluster.on('-node', listener)
    return () => void this.#cluster.off('-node', listener)
  }

  close(): void {
    this.#endHandling()
    this.#connection.close()
    for (const { connection } of this.#nodes.values()) connection.close()
  }

  /** Runs at once where it is known which node serves what; where the client is just connecting, when it is. */
  #whenKnown<T>(what: string, run: (left: number) => Promise<T>): Promise<T> {
    const { timeout } = this.#connection
    if (this.#connection.isOpen) return run(timeout)
    const end = this.#clock.monotonic() + timeout
    return this.#connection.ask(what, () => run(Math.max(1, Math.ceil(end - this.#clock.monotonic()))))
  }

  /** @throws ClientNotReadyError where there is no client of that node, as after the node was lost. */
  #nodeAt(name: string): ClusterNode {
    const known = this.#nodes.get(name)
    if (known?.client.status === 'ready') return known
    const client = this.#clientAt(name)
    if (client === undefined || client.status === 'end') {
      this.#refresh(name)
      throw new ClientNotReadyError('unknown', { node: name })
    }
    // ioredis makes another one when the node is back.
    return known?.client === client ? known : this.#meet(name, client, known)
  }

  #meet(name: string, client: RedisClient, known: ClusterNode | undefined): ClusterNode {
    const { timeout } = this.#connection
    const node = {
      client,
      connection: new Connection(client, this.#clock, timeout, { name, isKnown: known !== undefined }),
      clock: known?.clock ?? new ServerClock(this.#clock, () => this.#askTime(name)),
      commands: new ClusterCommands(client, this.#cluster),
    }
    this.#nodes.set(name, node)
    return node
  }

  #askTime(name: string): Promise<number> {
    return askTime((this.#nodes.get(name) as ClusterNode).client)
  }

  #clientAt(name: string): RedisClient | undefined {
    return this.#cluster.nodes('master').find(({ options }) => `${options.host}:${options.port}` === name)
  }

  /** Has the client learn which nodes there are, and connect to this one. It does so once, whoever asks meanwhile. */
  #refresh(name: string): void {
    const now = this.#clock.monotonic()
    if (now - this.#refreshedAt < BETWEEN_REFRESHES) return
    this.#refreshedAt = now
    this.#cluster.refreshSlotsCache(() => {
      const client = this.#clientAt(name)
      if (client?.status === 'wait') client.connect().catch(() => {})
    })
  }
}

/** The part of keys in slots that no node is known to serve. */
const UNSERVED = 'unserved'
