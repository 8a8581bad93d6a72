/** What competes in a scenario: a cache of rows on a Redis. */
import type { LoaderPolicy } from '@larder/core'
import type { Redis } from 'ioredis'
import type { ClientOptions } from '../counted-redis.ts'
import type { Load, Row } from '../source.ts'

export type Policy = Omit<LoaderPolicy<string, Row>, 'scope' | 'unscoped' | 'ttl'> & {
  /** In ms. */
  readonly ttl?: number
}

/** What became of a read: per ID a row, nothing or an error, and how many keys came from where. */
interface Answered {
  readonly answers: readonly (Row | null | Error)[]
  readonly cached: number
  readonly loaded: number
}

export interface Cached {
  read(ids: readonly string[]): Promise<Answered>
  /** Rejects where it is not done yet. */
  invalidate(id: string): Promise<void>
  /** Resolves when the invalidations that were not done are; with false where nothing goes on trying. */
  settled(): Promise<boolean>
  close(): Promise<void>
}

export interface Contender {
  /** What its client has to be told. */
  readonly client: ClientOptions
  /** @param client Its own. Stays open. */
  open(client: Redis, load: Load, policy: Policy): Cached
}
