/** The public face of a cache. */

import type { EventName, Listener } from '../events/events.ts'
import type { Health } from '../health/health.ts'
import type { Load, Loader, ScopedLoader } from '../loader/loader.ts'
import type { Mode } from '../modes/mode.ts'
import type { Observer } from '../observe/observer.ts'
import type { CacheState } from '../observe/state.ts'
import type { LoaderOptions } from '../options/loader-options.ts'
import type { Clock } from '../time/clock.ts'
import type { Duration } from '../time/duration.ts'
import type { HotKey } from '../warm/hot-key.ts'
import type { Warmed } from '../warm/warm.ts'
import type { WarmHotOptions } from '../warm/warm-hot.ts'

type Known<S> = Exclude<S, null | undefined>
type Scoped<C, S> = { readonly scope: (context: C) => S }
type Unscoped = { readonly scope?: undefined; readonly unscoped?: undefined }

/** A whole resolver whose results are cached, as the plugin of a GraphQL server registers it. */
export interface CachedResolver {
  /**
   * As a loader's `invalidate`, for the result with these arguments: those left out have their defaults.
   *
   * @param scope That of the requests it was for. None for a resolver of the scope 'public'.
   * @param key What the policy's `key` gives for the parent object, for a field of one.
   */
  invalidate(
    args?: Readonly<Record<string, unknown>>,
    scope?: unknown,
    key?: string | number | bigint,
  ): Promise<boolean>
  /** As a loader's `expire`, for the result that `invalidate` would name so. */
  expire(
    args?: Readonly<Record<string, unknown>>,
    scope?: unknown,
    key?: string | number | bigint,
  ): Promise<boolean>
  /**
   * As a loader's `invalidateAll`, for the results with any arguments, of any parent and for any selection. For policies with the
   * option `tags`.
   *
   * @param scope Default: every scope.
   */
  invalidateAll(scope?: unknown): Promise<void>
}

export interface Cache {
  readonly namespace: string
  /** What it measures and waits by: for plugins, whose times shall pass as its own do. */
  readonly clock: Clock
  /**
   * Defines a loader. Names are part of the keys, so each is defined once.
   *
   * @throws OptionError on a name that is taken, or an option of the wrong kind.
   */
  loader<K, V, C, S>(
    name: string,
    load: Load<K, V, S>,
    options: LoaderOptions<K, V, C, S> & Scoped<C, S> & { readonly unscoped: 'bypass' },
  ): ScopedLoader<K, V, C, S>
  loader<K, V, C, S>(
    name: string,
    load: Load<K, V, Known<S>>,
    options: LoaderOptions<K, V, C, S> & Scoped<C, S> & { readonly unscoped?: undefined },
  ): ScopedLoader<K, V, C, S>
  loader<K extends string | number | bigint, V>(
    name: string,
    load: Load<K, V, undefined>,
    options?: LoaderOptions<K, V> & Unscoped,
  ): Loader<K, V>
  loader<K, V>(
    name: string,
    load: Load<K, V, undefined>,
    options: LoaderOptions<K, V> & Unscoped,
  ): Loader<K, V>
  /**
   * Invalidates whatever bears one of these tags, in all loaders of the namespace with the option `tags`, and by one write for
   * each tag, however much bears it. Resolves when the fleet obeys: no read that begins later returns a value that bears one
   * of them and whose load began before this call (law 3). In this process that holds at once.
   *
   * Rejects with an `OptionError` before anything is done, with an `InvalidationPendingError` where the store did not confirm
   * it in time, which is tried again until it does, or with an `InvalidationRefusedError` where too many wait for that.
   */
  invalidateTags(tags: readonly string[]): Promise<void>
  /**
   * For plugins: lets the name of a loader be taken again, by one with other options. What has the loader may go on using
   * it. Of its keys, the one that is defined next knows what this one does: what is invalidated, loading or cooling down.
   */
  releaseLoader(name: string): void
  /**
   * The keys that this process reads most often, the hottest first: at most `hot.keys`, and none without the option `hot`.
   * By a sample, one read in 16, and in bounded memory, so `reads` is an estimate. Reads of an hour ago count half.
   *
   * The algorithm is Space-Saving: Metwally, Agrawal, El Abbadi, "Efficient Computation of Frequent and Top-k Elements in
   * Data Streams", ICDT 2005.
   */
  hotKeys(): HotKey[]
  /**
   * The keys that the processes of this namespace have remembered as hot, the hottest first: for tools. None where the store
   * fails, which is told as `store-error`, or what it has is not whole, told as `hot-keys-corrupt`.
   */
  rememberedHotKeys(): Promise<HotKey[]>
  /**
   * Warms the keys that the processes of this namespace have remembered as hot, those with the option `hot`: for a process
   * that starts, before it takes traffic. Loaders have to be defined by then.
   *
   * Resolves when all is settled, or when `within` is over, with what became of the keys till then. What the source or the
   * store does is counted there: rejects only with an `OptionError` or a `CacheClosedError`.
   */
  warmHot(options?: WarmHotOptions): Promise<Warmed>
  /** How the cache is, as far as this process knows: synchronous, and asks neither the store nor a source. */
  health(): Health
  /**
   * The mode that a loader is in; without one, the mode of loaders that are still to be defined.
   *
   * @throws OptionError where there is no such loader.
   */
  mode(loader?: string): Mode
  /**
   * Switches a loader, or all of them, also those that an option or a call has set by themselves. It holds for reads that
   * begin from now on, in this process. Law 3 holds across a switch: in every mode invalidations go to the store.
   *
   * @throws OptionError on what is no mode, and where there is no such loader.
   */
  setMode(mode: Mode, loader?: string): void
  /**
   * Resolves once nothing is under way that goes on behind the scenes, such as refreshes and fills: for a server that has
   * answered its last request. Not for invalidations, which have promises of their own. Never rejects; while requests
   * go on it may never resolve.
   */
  settled(): Promise<void>
  /**
   * The resolver that is cached under this schema coordinate: `cache.resolver('Query.topProducts').invalidate({ first: 5 })`.
   *
   * @throws OptionError where there is none: no server with a policy for it is running.
   */
  resolver(coordinate: string): CachedResolver
  /**
   * For plugins of GraphQL servers. Answers what takes it away again.
   *
   * @throws OptionError where there is one under the coordinate already.
   */
  registerResolver(coordinate: string, resolver: CachedResolver): () => void
  /** Calls `listener` at each such event until the function that is returned is called, or the cache is closed. */
  on<N extends EventName>(name: N, listener: Listener<N>): () => void
  /**
   * For instruments: tells how it reads, loads and stores, in numbers, besides the events, until the function that is returned
   * is called, or the cache is closed. An observer that throws harms nothing; Node warns of it.
   *
   * @throws OptionError
   */
  observe(observer: Observer): () => void
  /** What is going on at this moment, in numbers: for gauges. */
  state(): CacheState
  /**
   * Rejects what is waiting, begins nothing more, lets the loads that are running end and fill the store, and closes it.
   * What is still running after `within` is aborted, and its leases are given back. Afterwards nothing that Larder opened
   * is left (law 11). Safe to call again: the `within` that is over first counts, and all calls resolve together.
   *
   * @param options `within`: default '1s'.
   * @throws OptionError
   */
  close(options?: { readonly within?: Duration }): Promise<void>
}
