/** Wiring only: what a cache is made of, and how its parts end. */

import { isMarkerKey, siblingKey } from '../entry/key.ts'
import { Emitter } from '../events/events.ts'
import { Waiters } from '../fetch/waiters.ts'
import { BusState } from '../health/bus-state.ts'
import { healthOf } from '../health/health.ts'
import { takeEffect } from '../invalidate/take-effect.ts'
import { createLoader, createScopedLoader } from '../loader/create-loader.ts'
import type { LoadFunction, Shared } from '../loader/engine.ts'
import type { Loader, ScopedLoader } from '../loader/loader.ts'
import { Log } from '../log/log.ts'
import { Modes } from '../modes/modes.ts'
import { Observers } from '../observe/observers.ts'
import { stateOf } from '../observe/state.ts'
import type { CacheOptions } from '../options/cache-options.ts'
import { checkRecord } from '../options/check-option.ts'
import { resolveCacheOptions } from '../options/resolve-cache-options.ts'
import { resolveWarmHot } from '../options/resolve-warm-hot.ts'
import type { CacheSettings } from '../options/settings.ts'
import { givenIfYounger, type JoinRule } from '../read/flights.ts'
import { NearCache } from '../read/near-cache.ts'
import { TickReads } from '../read/tick-reads.ts'
import { Sources } from '../source/sources.ts'
import type { BusMessage } from '../store/store.ts'
import { StoreGate } from '../store/store-gate.ts'
import { invalidateTags } from '../tags/invalidate-tags.ts'
import { TagInvalidations } from '../tags/tag-invalidations.ts'
import { TagReads } from '../tags/tag-reads.ts'
import { Counter } from '../time/counter.ts'
import { keepAwake } from '../time/deadline.ts'
import { toMs } from '../time/duration.ts'
import { HotKeys } from '../warm/hot-keys.ts'
import { HotRecord } from '../warm/hot-record.ts'
import { warmHot } from '../warm/warm-hot.ts'
import type { Cache } from './cache.ts'
import { Lifecycle } from './lifecycle.ts'
import { Loaders } from './loaders.ts'
import { Resolvers } from './resolvers.ts'

/** @throws OptionError */
export function createCache(options: CacheOptions): Cache {
  return wire(resolveCacheOptions(options), givenIfYounger)
}

/** With the join rule given: tests show that a looser one breaks law 3. */
export function wire(settings: CacheSettings, rule: JoinRule): Cache {
  const { namespace, store, storeTimeout, clock, waitUntil } = settings
  const events = new Emitter()
  const observers = new Observers()
  const log = settings.log && new Log(namespace, settings.log, clock)
  log?.listen(events)
  const gate = new StoreGate(store, storeTimeout, clock, { events, observers })
  const lifecycle = new Lifecycle(namespace, waitUntil)
  const waiters = new Waiters(clock, listen)
  const near = settings.near && new NearCache(settings.near, clock, listen)
  const record = new HotRecord(namespace, gate, clock, events)
  const hot = settings.hot && new HotKeys(settings.hot.keys, record, clock, lifecycle)
  const loaders = new Loaders()
  const tags = new TagInvalidations(gate, clock, events, takeTagEffect)
  const markers = new TickReads(gate, clock, lifecycle)
  const tagReads = new TagReads(namespace, markers, gate, clock, storeTimeout, tags)
  const reads = new TickReads(gate, clock, lifecycle, near, tagReads)
  const shared: Shared = {
    namespace,
    storeTimeout,
    clock,
    counter: new Counter(),
    events,
    observers,
    gate,
    near,
    hot,
    reads,
    tags,
    tagReads,
    waiters,
    lifecycle,
    rule,
  }
  const sources = new Sources(clock, events)
  const bus = new BusState()
  const modes = new Modes(settings.mode, events)
  const resolvers = new Resolvers()

  let unsubscribe: (() => void) | undefined

  function listen(): void {
    unsubscribe ??= gate.bus?.subscribe(hear)
  }

  function hear(message: BusMessage): void {
    bus.hear(message)
    if (message.kind === 'gap') {
      near?.clear()
      if (message.error !== undefined) events.emit('bus-error', { error: message.error })
    }
    if (message.kind === 'invalidated') {
      const loader = loaders.of(message.lease)
      if (isMarkerKey(message.lease)) takeTagEffect(message.lease)
      if (loader !== undefined) takeEffect(loader, siblingKey(message.lease, loader.policy.version))
    }
    waiters.hear(message)
  }

  /** Which flights will bear the tag is not known before they land. */
  function takeTagEffect(key: string): void {
    for (const { policy, flights } of loaders.byName.values())
      if (policy.tags !== undefined) flights.detachAll()
    near?.dropTag(key)
  }

  function define(
    name: string,
    load: LoadFunction<never, unknown>,
    loaderOptions: object = {},
  ): Loader<never, unknown> | ScopedLoader<never, unknown, never, unknown> {
    lifecycle.checkOpen()
    const parts = loaders.define({ shared, sources, modes, settings }, name, load, loaderOptions)
    return parts.policy.scope === undefined ? createLoader(parts) : createScopedLoader(parts)
  }

  let closing: Promise<void> | undefined
  async function close(within: number): Promise<void> {
    lifecycle.close()
    waiters.close()
    sources.close()
    for (const { shadow } of loaders.byName.values()) shadow.close()
    await lifecycle.ended(clock, within)
    await Promise.all([...loaders.byName.values()].map(({ invalidations }) => invalidations.close()))
    await tags.close()
    await lifecycle.settled()
    await hot?.remember()
    unsubscribe?.()
    near?.clear()
    await gate.close()
    log?.close()
    events.clear()
    observers.clear()
  }

  return {
    namespace,
    clock,
    loader: define as unknown as Cache['loader'],
    invalidateTags: (names) => invalidateTags(shared, names),
    releaseLoader: (name) => loaders.release(name, sources),
    hotKeys: () => hot?.list() ?? [],
    rememberedHotKeys: async () => {
      lifecycle.checkOpen()
      return record.read()
    },
    warmHot: async (options = {}) =>
      warmHot({ loaders: loaders.byName, record, clock, lifecycle }, resolveWarmHot(options)),
    health: () => healthOf({ lifecycle, gate, bus, sources, loaders: loaders.byName, tags }),
    mode: (loader) => modes.of(loader),
    setMode: (mode, loader) => modes.set(mode, loader),
    settled: () => keepAwake(clock, lifecycle.settled()),
    resolver: (coordinate) => resolvers.get(coordinate),
    registerResolver: (coordinate, resolver) => resolvers.add(coordinate, resolver),
    on: (name, listener) => events.on(name, listener),
    observe: (observer) => observers.add(observer),
    state: () => stateOf({ loaders: loaders.byName.values(), sources, gate, near, tags }),
    async close(options = {}) {
      checkRecord('close', options, ['within'])
      const { within = '1s' } = options
      const ms = toMs('close: within', within)
      if (closing === undefined) closing = keepAwake(clock, close(ms))
      else lifecycle.hurry(clock, ms)
      return closing
    },
  }
}
