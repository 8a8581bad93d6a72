/** Wiring only: what a cache is made of, and how its parts end. */

import { checkName } from './check-option.ts'
import { Counter } from './counter.ts'
import { keepAwake } from './deadline.ts'
import { type Duration, toMs } from './duration.ts'
import type { LoaderParts, LoadFunction, Shared } from './engine.ts'
import { OptionError } from './errors.ts'
import { Emitter, type EventName, type Listener } from './events.ts'
import { Flights, givenIfYounger, type JoinRule } from './flights.ts'
import type { HotKey } from './hot-key.ts'
import { HotKeys } from './hot-keys.ts'
import { HotRecord } from './hot-record.ts'
import { Invalidations, takeEffect } from './invalidations.ts'
import { loaderPrefix, prefixOf, siblingKey } from './key.ts'
import { Lifecycle } from './lifecycle.ts'
import { createLoader, createScopedLoader, type Load, type Loader, type ScopedLoader } from './loader.ts'
import { LocalCoolDowns } from './local-cool-downs.ts'
import { NearCache } from './near-cache.ts'
import type { CacheOptions, CacheSettings, LoaderOptions } from './options.ts'
import { resolveCacheOptions } from './resolve-cache-options.ts'
import { resolveLoaderOptions } from './resolve-loader-options.ts'
import { resolveWarmHot } from './resolve-warm-hot.ts'
import { Resting } from './resting.ts'
import { Sources } from './sources.ts'
import type { BusMessage } from './store.ts'
import { StoreGate } from './store-gate.ts'
import { TickReads } from './tick-reads.ts'
import { Undelivered } from './undelivered.ts'
import { Waiters } from './waiters.ts'
import type { Warmed } from './warm.ts'
import { type WarmHotOptions, warmHot } from './warm-hot.ts'

type Known<S> = Exclude<S, null | undefined>
type Scoped<C, S> = { readonly scope: (context: C) => S }
type Unscoped = { readonly scope?: undefined; readonly unscoped?: undefined }

export interface Cache {
  readonly namespace: string
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
   * The keys that this process reads most often, the hottest first: at most `hot.keys`, and none without the option `hot`.
   * By a sample, one read in 16, and in bounded memory, so `reads` is an estimate. Reads of an hour ago count half.
   *
   * The algorithm is Space-Saving: Metwally, Agrawal, El Abbadi, "Efficient Computation of Frequent and Top-k Elements in
   * Data Streams", ICDT 2005.
   */
  hotKeys(): HotKey[]
  /**
   * Warms the keys that the processes of this namespace have remembered as hot, those with the option `hot`: for a process
   * that starts, before it takes traffic. Loaders have to be defined by then.
   *
   * Resolves when all is settled, or when `within` is over, with what became of the keys till then. What the source or the
   * store does is counted there: rejects only with an `OptionError` or a `CacheClosedError`.
   */
  warmHot(options?: WarmHotOptions): Promise<Warmed>
  /** Calls `listener` at each such event until the function that is returned is called, or the cache is closed. */
  on<N extends EventName>(name: N, listener: Listener<N>): () => void
  /**
   * Rejects what is waiting, begins nothing more, lets the loads that are running end and fill the store, and closes it.
   * What is still running after `within` is aborted, and its leases are given back. Afterwards nothing that Larder opened
   * is left (law 11). Safe to call again.
   *
   * @param options `within`: default '1s'.
   * @throws OptionError
   */
  close(options?: { readonly within?: Duration }): Promise<void>
}

/** @throws OptionError */
export function createCache(options: CacheOptions): Cache {
  return wire(resolveCacheOptions(options), givenIfYounger)
}

/** With the join rule given: tests show that a looser one breaks law 3. */
export function wire(settings: CacheSettings, rule: JoinRule): Cache {
  const { namespace, store, storeTimeout, clock, waitUntil } = settings
  const events = new Emitter()
  const gate = new StoreGate(store, storeTimeout, clock, events)
  const lifecycle = new Lifecycle(namespace, waitUntil)
  const waiters = new Waiters(clock, listen)
  const near = settings.near && new NearCache(settings.near, clock, listen)
  const record = new HotRecord(namespace, gate, clock, events)
  const hot = settings.hot && new HotKeys(settings.hot.keys, record, clock, lifecycle)
  const reads = new TickReads(gate, clock, lifecycle, near)
  const shared: Shared = {
    namespace,
    storeTimeout,
    clock,
    counter: new Counter(),
    events,
    gate,
    near,
    hot,
    reads,
    waiters,
    lifecycle,
    rule,
  }
  const sources = new Sources(clock, events)
  const loaders = new Map<string, LoaderParts<never, unknown>>()
  /** By what their keys begin with. */
  const byPrefix = new Map<string, LoaderParts<never, unknown>>()

  let unsubscribe: (() => void) | undefined

  function listen(): void {
    unsubscribe ??= gate.bus?.subscribe(hear)
  }

  function hear(message: BusMessage): void {
    if (message.kind === 'gap') {
      near?.clear()
      if (message.error !== undefined) events.emit('bus-error', { error: message.error })
    }
    if (message.kind === 'invalidated') {
      const loader = byPrefix.get(prefixOf(message.lease))
      if (loader !== undefined) takeEffect(loader, siblingKey(message.lease, loader.policy.version))
    }
    waiters.hear(message)
  }

  function define(
    name: string,
    load: LoadFunction<never, unknown>,
    loaderOptions: object = {},
  ): Loader<never, unknown> | ScopedLoader<never, unknown, never, unknown> {
    lifecycle.checkOpen()
    checkName('loader: name', name)
    if (loaders.has(name))
      throw new OptionError(
        'loader: name',
        'one that is not taken',
        name,
        'Each loader is defined once per cache.',
      )
    if (typeof load !== 'function') throw new OptionError(`Loader "${name}": load`, 'a function', load)
    const policy = resolveLoaderOptions<never, unknown>(name, loaderOptions, storeTimeout)
    const parts: LoaderParts<never, unknown> = {
      ...shared,
      name,
      load,
      policy,
      source: sources.open(`Loader "${name}"`, policy.source.name, policy.source.settings),
      olderVersions: [...policy.upgrade.keys()],
      flights: new Flights(),
      resting: new Resting(clock),
      coolDowns: new LocalCoolDowns(clock),
      invalidations: new Invalidations(new Undelivered(name, gate, clock, events)),
      once: new Set(),
    }
    loaders.set(name, parts)
    byPrefix.set(loaderPrefix(namespace, name), parts)
    return policy.scope === undefined ? createLoader(parts) : createScopedLoader(parts)
  }

  let closing: Promise<void> | undefined
  async function close(within: number): Promise<void> {
    lifecycle.close()
    waiters.close()
    sources.close()
    await lifecycle.ended(clock, within)
    await Promise.all(Array.from(loaders.values(), ({ invalidations }) => invalidations.close()))
    await lifecycle.settled()
    await hot?.remember()
    unsubscribe?.()
    near?.clear()
    await gate.close()
    events.clear()
  }

  return {
    namespace,
    loader: define as unknown as Cache['loader'],
    hotKeys: () => hot?.list() ?? [],
    warmHot: async (options = {}) => warmHot({ loaders, record, clock, lifecycle }, resolveWarmHot(options)),
    on: (name, listener) => events.on(name, listener),
    async close({ within = '1s' } = {}) {
      const ms = toMs('close: within', within)
      closing ??= keepAwake(clock, close(ms))
      return closing
    },
  }
}
