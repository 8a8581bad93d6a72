/** What every cache in this bench is to the tasks: a read-through cache of one Redis, used as its own docs say. */
import type { ContestantNote } from '../outcome.ts'

export interface Peer extends ContestantNote {
  /** Opens it on the Redis at `url`, with a connection of its own. Its keys begin with `prefix`, or share no key with another's. */
  open<V>(opening: Opening<V>): Promise<OpenPeer<V>>
}

export interface Opening<V> {
  readonly url: string
  readonly prefix: string
  /** Milliseconds that a value is fresh. */
  readonly ttl: number
  /** The source: aligned with `ids`; `null` where there is nothing. */
  load(ids: readonly string[]): Promise<readonly (V | null)[]>
}

export interface OpenPeer<V> {
  /** One batch, aligned with `ids`: as a request reads it that needs all of them. */
  readMany(ids: readonly string[]): Promise<readonly (V | null | undefined | Error)[]>
  /** One key, as one waiter of many. */
  read(id: string): Promise<V | null | undefined>
  close(): Promise<void>
}
