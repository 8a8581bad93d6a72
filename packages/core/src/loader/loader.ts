/** The public face of a loader: in one scope, and over all of them. Types only; `create-loader.ts` makes it. */

import type { Primed } from '../invalidate/prime.ts'
import type { Peeked } from '../read/peek.ts'
import type { Duration } from '../time/duration.ts'
import type { Warmed } from '../warm/warm.ts'
import type { LoadAnswer } from './engine.ts'
import type { ReadReport } from './report.ts'

/** What `load` is told besides the IDs. Nothing else of the request: a load belongs to nobody's request (law 5). */
export interface LoadContext<S> {
  /** Aborts when the loader's `timeout` is over, or when the cache closes. The result is discarded then. */
  readonly signal: AbortSignal
  readonly scope: S
  /** The number of this call, unique in the process and growing; the same as in `load` events and reports. */
  readonly load: number
}

/**
 * The source of a loader: a batch of IDs in, and for each a value, `null` or `undefined` (there is no such ID), or an
 * `Error` that concerns it alone. An array is aligned to `ids`; a Map is looked up by `key`, and what it lacks is missing.
 */
export type Load<K, V, S> = (
  ids: readonly K[],
  context: LoadContext<S>,
) => LoadAnswer<K, V> | Promise<LoadAnswer<K, V>>

export interface CallOptions {
  /** The caller's own patience: ends its waiting, with the signal's reason, and not the load. */
  readonly signal?: AbortSignal
  /** Counts what becomes of the keys. */
  readonly report?: ReadReport
  /**
   * How to go past the cache. `bypass`: it is neither read nor written, and nobody's load is joined. `fresh`: what is
   * answered is loaded from now on, and stored. Limits, circuits and cool-downs hold all the same. Default: not at all.
   */
  readonly past?: 'bypass' | 'fresh' | undefined
}

export interface PrimeOptions {
  readonly ttl?: Duration | undefined
}

export interface Loader<K, V> {
  readonly name: string
  /**
   * The string under which an ID is cached.
   *
   * @throws InvalidKeyError
   */
  keyOf(id: K): string
  /** The value, or `null` where there is no such ID. Rejects with the source's error, or one of Larder's. */
  load(id: K, call?: CallOptions): Promise<V | null>
  /**
   * Aligned to `ids`; errors stand in the slots that they concern. Rejects with a `CacheClosedError`, with the reason of
   * the caller's signal, or with an `InvalidKeyError` where `ids` is no array.
   */
  loadMany(ids: readonly K[], call?: CallOptions): Promise<(V | null | Error)[]>
  /**
   * What the cache holds: near, in the store, or there in an older version. `null` for an ID that is known not to exist,
   * `undefined` for one of which nothing is known. Loads and refreshes nothing, and waits for nobody's load; where the
   * store fails, nothing is known.
   */
  cached(id: K): Promise<V | null | undefined>
  /** Aligned to `ids`. Errors stand in the slots that they concern: those of IDs that cannot be keys. */
  cachedMany(ids: readonly K[]): Promise<(V | null | undefined | Error)[]>
  /**
   * Resolves when the fleet obeys: no read that begins later returns a value whose load began before this call (law 3).
   * In this process that holds at once. Rejects with an `InvalidationPendingError` where the store did not confirm it in
   * time; it is tried again until it does.
   *
   * Says whether the store held an entry, of any version.
   */
  invalidate(id: K): Promise<boolean>
  /** The same for many, aligned to `ids`, in one round trip for each 1,000. */
  invalidateMany(ids: readonly K[]): Promise<boolean[]>
  /**
   * Ends the freshness of the entry: it is served stale while it is loaded again, by whoever reads it next, once in the fleet;
   * for as long as its grace lasts, which begins now. One without grace, or of a missing ID, is invalidated. A load that is
   * running is not stored. Rejects as `invalidate` does; then it goes on as an invalidation.
   *
   * Says whether the store held an entry, of any version.
   */
  expire(id: K): Promise<boolean>
  /** The same for many, aligned to `ids`, in one round trip for each 1,000. */
  expireMany(ids: readonly K[]): Promise<boolean[]>
  /**
   * Invalidates all that the loader has in this scope, by one write. For loaders with the option `tags`. Resolves and rejects as
   * the cache's `invalidateTags` does, and with an `OptionError` without that option.
   */
  invalidateAll(): Promise<void>
  /** The cache's `invalidateTags`, for whoever has the loader alone: it reaches all that bears one of the tags, in all loaders. */
  invalidateTags(tags: readonly string[]): Promise<void>
  /**
   * Invalidates and stores the value that is known to be current; `null` for an ID that does not exist. Rejects with an
   * `UnstorableValueError` (having invalidated) where the value cannot be kept.
   *
   * @param options `ttl`: how long this entry is fresh, exactly, instead of a time drawn from the loader's `ttl`. A missing
   *   one lives for `missingTtl`, and no longer than this.
   */
  prime(id: K, value: V | null, options?: PrimeOptions): Promise<void>
  /**
   * The same for many, in one round trip for each 1,000. Lifetimes are drawn, those from an entry's own `ttl` too. Aligned
   * to `entries`: why one is not stored, or not known to be; `undefined` where all is well. Of entries for one ID the last
   * counts. Rejects only with an `InvalidKeyError` or an `OptionError`, before anything is done, or with a
   * `CacheClosedError`.
   */
  primeMany(entries: readonly Primed<K, V>[]): Promise<(Error | undefined)[]>
  /**
   * Loads those of the IDs that are absent, and stores them, `maxBatchSize` at a time and behind readers. Several processes
   * that warm the same IDs load each once. Their lifetimes are spread by chunk over [ttl·(1−jitter), ttl], so that they do
   * not all end together.
   *
   * Resolves when all is settled, and says what became of the IDs. What the source or the store does is counted there:
   * rejects only with an `InvalidKeyError`, before anything is done, or with a `CacheClosedError`.
   */
  warm(ids: readonly K[]): Promise<Warmed>
  /**
   * All that can be served, by the string that `key` gave, as the current version. Goes through the whole store: for
   * tools, not for requests. What comes or goes meanwhile may be left out, and an entry may come twice. Ends with an
   * `OptionError` on a store that cannot be scanned, or a `StoreError`.
   */
  entries(): AsyncIterable<[id: string, value: V | null]>
  /**
   * What lies in the store under the ID, and near: its times, stamp, version and size; the value only if it is asked for.
   * Loads, refreshes and converts nothing. For tools, in every mode. Rejects with a `StoreError` where the store fails, or
   * with an `InvalidKeyError`.
   */
  peek(id: K, options?: { readonly value?: boolean }): Promise<Peeked<V>>
  /**
   * Invalidates all that the store holds, going through the whole of it. What a load stores meanwhile that had begun
   * before may be left. Rejects as `invalidate` does, with an `OptionError` on a store that cannot be scanned, or with a
   * `StoreError`.
   */
  clear(): Promise<void>
  /** Itself: without a scope, every request sees the same. */
  bind(context: unknown): Loader<K, V>
}

export interface ScopedLoader<K, V, C, S> {
  readonly name: string
  /** Invalidates all that the loader has, in every scope, by one write. As a loader's `invalidateAll` otherwise. */
  invalidateAll(): Promise<void>
  /** The cache's `invalidateTags`, for whoever has the loader alone: it reaches all that bears one of the tags, in all loaders. */
  invalidateTags(tags: readonly string[]): Promise<void>
  /**
   * The loader in one scope.
   *
   * @throws ScopeError
   */
  for(scope: S): Loader<K, V>
  /** The loader in the scope of a request: `for(scope(context))`. */
  bind(context: C): Loader<K, V>
  /** As a loader's `clear`, in all scopes: in one go through the store. */
  clear(): Promise<void>
  /** The option `scope`, as it was given. */
  readonly scope: (context: C) => S
  /**
   * The scope of a request as canonical JSON: two are equal where the scopes are the same. `undefined` for an unknown one
   * that `unscoped` lets through.
   *
   * @throws ScopeError
   */
  scopeOf(context: C): string | undefined
}
