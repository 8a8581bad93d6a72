/** The servers that a store speaks to, each by itself: the one of a single server, or a Cluster's. Types only. */
import type { Write } from '@larder/core'
import type { RedisClient } from './client.ts'
import type { Connection } from './connection.ts'
import type { Script } from './script.ts'
import type { ServerClock } from './server-clock.ts'

export interface Node {
  readonly connection: Connection
  readonly clock: ServerClock
  readonly commands: Commands
}

/** What is sent to a node: at once, and as one round trip each. Keys are without the client's `keyPrefix`. */
export interface Commands {
  get(keys: readonly string[]): Promise<(string | null)[]>
  set(writes: readonly Write[], now: number): Promise<void>
  unlink(keys: readonly string[]): Promise<boolean[]>
  /** The items in order, in calls that settle each for itself. `channel` is where news are published. */
  run(script: Script, channel: string, items: readonly Item[]): readonly Call[]
  scan(cursor: string, pattern: string, size: number): Promise<[cursor: string, keys: string[]]>
}

/** One call of a script. */
export interface Call {
  /** How many items it is for. */
  readonly count: number
  /** Aligned to these. */
  readonly answers: Promise<unknown[]>
}

/** What a script is given for one item. */
export interface Item {
  readonly keys: readonly string[]
  readonly args: readonly (string | number)[]
  /** What is done in its place where the node has turned it away, so that it would come later than it was asked for. */
  readonly later?: { readonly script: Script; readonly item: Item }
}

/** Does a node's share of an operation, in `left` ms at most. Answers are aligned to the items. */
export type Share<T, A> = (node: Node, items: readonly T[], left: number) => Promise<A[]>

export interface Nodes {
  /** Which node serves the key now: by a name that it keeps. Absent where there is but one. */
  readonly partOf?: (key: string) => string
  clockOf(part: string | undefined): ServerClock | undefined
  /**
   * Has every node do its share of the items. Rejects if any of them was not done, and then once all have settled:
   * `undo` is told what was done in vain.
   */
  share<T, A>(
    what: string,
    items: readonly T[],
    keyOf: (item: T) => string,
    run: Share<T, A>,
    undo?: (items: readonly T[], answers: readonly A[]) => void,
  ): Promise<A[]>
  all(what: string): Promise<readonly Node[]>
  /** A client whose server tells the news of all; `undefined` while there is none. */
  forNews(): RedisClient | undefined
  /** Tells when a client that `forNews` gave is no longer one of the nodes'. Returns what ends that. */
  onGone(listener: (client: RedisClient) => void): () => void
  close(): void
}
