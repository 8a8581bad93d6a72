/**
 * Larder's engine: a cross-request cache for loaders.
 *
 * Start at `createCache` (`cache/create-cache.ts`, the wiring) and at `read/read-many.ts`, the algorithm.
 *
 * - `cache`, `loader`, `options`: the public faces, how they are wired, and what they are told.
 * - `read`: the hot path. Near cache, flights (`flights.ts`: who may share what), then the store, in the batch of the turn.
 * - `fetch`: what is absent. A turn at the source, the lease, the load and the fill (`fill.ts`), or the waiting for whoever
 *   holds the lease; and, in the background, what is stale (`refresh.ts`).
 * - `source`: calls `load`, under its limit, its circuit and its cool-downs.
 * - `invalidate`: wins over everything.
 * - `tags`: what is invalidated together, by one write. Markers in the store say when, and entries say what they bear.
 * - `health`, `log`: how a cache is, and what happens to it, for those who operate it.
 * - `modes`: loaders that bypass the cache, or compare it with the source behind their readers' backs.
 * - `versions`: older entries are converted when they are read.
 * - `entry`: what is stored, and under which key.
 * - `store`: the port (`store.ts`), the door to it, and its parts, which fail by themselves; the store in memory.
 * - `warm`: before anybody asks.
 * - `observe`: tells in numbers what goes on, to whoever measures.
 * - `time`, `events`, `errors`: what all the others stand on.
 */

export type { Cache, CachedResolver } from './cache/cache.ts'
export { createCache } from './cache/create-cache.ts'
export type { Codec } from './entry/codec.ts'
export { composeEntry, entryStamp } from './entry/entry.ts'
export { loaderPrefix, namespacePrefix } from './entry/key.ts'
export {
  BatchShapeError,
  CacheClosedError,
  CircuitOpenError,
  CoolingDownError,
  DeadlineError,
  ForeignEntryError,
  InvalidKeyError,
  LarderError,
  OptionError,
  OverloadedError,
  ScopeError,
  SourceError,
  SourceTimeoutError,
  StoreError,
  TagsError,
  UnstorableValueError,
} from './errors/errors.ts'
export { InvalidationPendingError, InvalidationRefusedError } from './errors/invalidation-errors.ts'
export { kindOf } from './errors/show.ts'
export type { EventName, Events, Listener } from './events/events.ts'
export type { Health, LoaderHealth, SourceHealth } from './health/health.ts'
export type { StoreHealth } from './health/store-health.ts'
export type { Primed } from './invalidate/prime.ts'
export type { LoadAnswer } from './loader/engine.ts'
export type { CallOptions, Load, LoadContext, Loader, PrimeOptions, ScopedLoader } from './loader/loader.ts'
export { createReport, type ReadReport } from './loader/report.ts'
export type { Logger, Redact } from './log/logger.ts'
export type { Mode } from './modes/mode.ts'
export type { ShadowTally } from './modes/shadow.ts'
export type {
  Asking,
  CommandEnded,
  EntryWritten,
  LoadBegins,
  Observer,
  ReadEnded,
  RunsLoad,
} from './observe/observer.ts'
export type {
  CacheState,
  CircuitState,
  LoaderState,
  NearState,
  SourceState,
  StoreCircuitState,
} from './observe/state.ts'
export type { CacheOptions, HotOptions, NearOptions, ShadowOptions } from './options/cache-options.ts'
export { checkClock } from './options/check-option.ts'
export type {
  LegacyEntry,
  LegacyOptions,
  LoaderOptions,
  LoaderPolicy,
  PlainKey,
  SourceOptions,
} from './options/loader-options.ts'
export type { Peeked } from './read/peek.ts'
export { inProcessLeases } from './store/in-process-leases.ts'
export { type MemoryStoreOptions, memoryStore } from './store/memory-store.ts'
// For stores: the port, the reference, and what an implementation needs.
export type {
  Acquire,
  Acquired,
  Bus,
  BusMessage,
  Failure,
  Fill,
  Invalidation,
  Leases,
  Mark,
  Promotion,
  Release,
  Store,
  Stored,
  Target,
  Write,
} from './store/store.ts'
export { type Cancel, type Clock, systemClock } from './time/clock.ts'
export { withDeadline } from './time/deadline.ts'
export { type Duration, toMs } from './time/duration.ts'
export type { HotKey } from './warm/hot-key.ts'
export type { Warmed } from './warm/warm.ts'
export type { WarmHotOptions } from './warm/warm-hot.ts'
