/** The options of a cache, as they are given. */

import type { Logger, Redact } from '../log/logger.ts'
import type { Mode } from '../modes/mode.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import type { Duration } from '../time/duration.ts'

export interface CacheOptions {
  /** Parts this cache from others in the same store. Any text without control characters. */
  readonly namespace: string
  /** Where entries are kept. Default: a `memoryStore()` of its own. Closed with the cache. */
  readonly store?: Store | undefined
  /**
   * A small cache in this process, in front of the store: `{}` for one with the defaults. Off by default. With it on, an
   * invalidation by another process is obeyed here when the news of it arrives, and at the latest after `near.ttl`.
   */
  readonly near?: NearOptions | undefined
  /**
   * Counts which keys are read most often, and remembers them in the store for `warmHot` of other processes: `{}` for as
   * many as by default. Off by default. IDs and scopes are written, never values.
   */
  readonly hot?: HotOptions | undefined
  /**
   * How readers are served to begin with: `'on'`, by way of the cache; `'bypass'`, from the source, and nothing but
   * invalidations goes to the store; `'shadow'`, from the source, and what the cache would have served is compared behind
   * them. `cache.setMode` switches. Default 'on'.
   */
  readonly mode?: Mode | undefined
  /** What mode `shadow` compares, and how much of it. */
  readonly shadow?: ShadowOptions | undefined
  /**
   * Told in one line each, and once a minute for each cause, of what an operator has to know: `console` will do. IDs are in
   * the lines, values never. Default: none.
   */
  readonly logger?: Logger | undefined
  /** What an ID is shown as in log lines. Default: as it is. */
  readonly redact?: Redact | undefined
  /**
   * How long the store is awaited before a read goes on without it, for all of its commands together; and how long for any
   * other command. Default 250 ms.
   */
  readonly storeTimeout?: Duration | undefined
  /**
   * Given every promise of work that goes on after its reader was served, such as a refresh or a fill: for hosts that
   * freeze a process once it has responded. It is called in the reader's context; the promises never reject.
   */
  readonly waitUntil?: ((work: Promise<void>) => void) | undefined
  /** Time, timers and chance. Default: the machine's. */
  readonly clock?: Clock | undefined
}

export interface NearOptions {
  /** The most entries, a tenth of them for missing ones. A whole number from 10. Default 10,000. */
  readonly max?: number | undefined
  /** The most bytes, as estimated from the entries' texts, a tenth of them for missing ones. Default 64 MiB. */
  readonly maxBytes?: number | undefined
  /** How long an entry is served without the store's being asked, from when it was last. Default 2 s. */
  readonly ttl?: Duration | undefined
}

export interface HotOptions {
  /** How many keys are counted and remembered. A whole number from 1 to 10,000. Default 1,000. */
  readonly keys?: number | undefined
}

export interface ShadowOptions {
  /** The share of the keys, above 0, up to 1. Each process compares others. Default 0.1. */
  readonly sample?: number | undefined
  /**
   * The most keys of a loader that are looked at in a second: each may cost one load for its entry, as in mode `on`, and
   * one where it differs. A whole number from 1. Default 100.
   */
  readonly keysPerSecond?: number | undefined
  /**
   * After how long a difference is looked at once more, before it is told: longer than it takes from a row's change to its
   * invalidation, and longer than replicas of the source lag. Default 1 s.
   */
  readonly confirmAfter?: Duration | undefined
}
