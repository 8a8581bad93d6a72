/**
 * Larder's engine: a cross-request cache for loaders.
 *
 * Start at `createCache` (`create-cache.ts`, the wiring) and at `read-many.ts`, the algorithm. A read looks into the near
 * cache (`near-cache.ts`), meets flights (`flights.ts`: who may share what), then the store in the batch of its turn
 * (`tick-reads.ts`), and what is absent is fetched (`fetch-absent.ts`): by taking a lease, calling the source
 * (`source.ts`) and filling the store (`fill.ts`), or by waiting for whoever holds the lease (`waiters.ts`).
 * `refresh.ts` works in the background, `warm.ts` before anybody asks, `invalidations.ts` wins over everything. Stores implement the port in `store.ts`,
 * in parts that fail by themselves if they have any (`parts.ts`); time and chance come through `clock.ts`.
 */

export type { Cache, CachedResolver, ResultOwner } from './cache.ts'
export { checkClock } from './check-option.ts'
export { type Cancel, type Clock, systemClock } from './clock.ts'
export type { Codec } from './codec.ts'
export { createCache } from './create-cache.ts'
export { withDeadline } from './deadline.ts'
export { type Duration, toMs } from './duration.ts'
export type { LoadAnswer } from './engine.ts'
export { composeEntry, entryStamp } from './entry.ts'
export {
  BatchShapeError,
  CacheClosedError,
  CircuitOpenError,
  CoolingDownError,
  DeadlineError,
  ForeignEntryError,
  InvalidationPendingError,
  InvalidationRefusedError,
  InvalidKeyError,
  LarderError,
  OptionError,
  OverloadedError,
  ScopeError,
  SourceError,
  SourceTimeoutError,
  StoreError,
  UnstorableValueError,
} from './errors.ts'
export type { EventName, Events, Listener } from './events.ts'
export type { HotKey } from './hot-key.ts'
export { inProcessLeases } from './in-process-leases.ts'
export { namespacePrefix } from './key.ts'
export type { CallOptions, Load, LoadContext, Loader, PrimeOptions, ScopedLoader } from './loader.ts'
export { type MemoryStoreOptions, memoryStore } from './memory-store.ts'
export type {
  CacheOptions,
  HotOptions,
  LegacyEntry,
  LegacyOptions,
  LoaderOptions,
  LoaderPolicy,
  NearOptions,
  PlainKey,
  SourceOptions,
} from './options.ts'
export type { Primed } from './prime.ts'
export { createReport, type ReadReport } from './report.ts'
export { kindOf } from './show.ts'
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
  Promotion,
  Release,
  Store,
  Stored,
  Target,
  Write,
} from './store.ts'
export type { Warmed } from './warm.ts'
export type { WarmHotOptions } from './warm-hot.ts'
