/** The options of a loader, as they are given. */

import type { Codec } from '../entry/codec.ts'
import type { Mode } from '../modes/mode.ts'
import type { Duration } from '../time/duration.ts'

export interface LegacyOptions {
  /** From an ID, as the string that `key` gives, to the key of its old entry. */
  readonly key: (id: string) => string
  /** From the text under that key. `undefined`, like an error that it throws, counts as absent. */
  readonly read: (text: string) => LegacyEntry | undefined
}

export interface LegacyEntry {
  /** `null` or `undefined` for an ID that does not exist. */
  readonly value: unknown
  /**
   * When it ends, in milliseconds since the epoch. Default: when its key expires in the store, which holds in any case, or
   * else after the loader's `ttl`.
   */
  readonly expires?: number | undefined
}

export interface SourceOptions {
  /** Default: the loader's name. Where another loader has defined its limits, the name alone will do. */
  readonly name?: string | undefined
  /**
   * How many calls of `load` may run at once, in this cache: two caches of one process have a limit each. One that has timed out
   * runs until it really ends. Default 16.
   */
  readonly concurrency?: number | undefined
  /** How many calls may wait for that. Beyond it reads get an `OverloadedError` at once. Default 10,000. */
  readonly queue?: number | undefined
  /**
   * When to stop asking: when at least the share `failures` of at least `minimum` calls in the last `over` has failed or
   * timed out. Reads then get a `CircuitOpenError` at once, or what is stale; after `retryAfter` one call probes. Default:
   * half of at least 10 in 10 s; 5 s.
   */
  readonly circuit?:
    | {
        readonly failures?: number | undefined
        readonly over?: Duration | undefined
        readonly minimum?: number | undefined
        readonly retryAfter?: Duration | undefined
      }
    | undefined
}

/** What a loader may be keyed by without a `key` function. */
export type PlainKey = string | number | bigint

export interface LoaderPolicy<K, V, C = never, S = undefined> {
  /** How long an entry is fresh, or a function of the value. 0: the value is not stored. Default 60 s. */
  readonly ttl?: (Duration | ((value: V) => Duration)) | undefined
  /** How long after that it may still be served, stale, while it is refreshed. Default 0. */
  readonly grace?: Duration | undefined
  /** How long it is remembered that an ID does not exist. 0: not at all. Default 30 s. */
  readonly missingTtl?: Duration | undefined
  /**
   * What a value bears: names that `invalidateTags` invalidates together. `[]` for none; each a non-empty string, whatever
   * characters it holds. Of an ID that does not exist nothing is asked. With it entries live for 7 days at the most, a read costs
   * one more round trip, and `invalidateAll` can be called. A list had better name itself by its ID, since an empty one has no
   * values to name it by. Throwing, or answering anything else, fails that ID with a `TagsError`. Default: none.
   */
  readonly tags?: ((value: V, id: K) => readonly string[]) | undefined
  /** Each entry's lifetime is drawn from [ttl·(1−jitter), ttl]. From 0 up to, not including, 1. Default 0.1. */
  readonly jitter?: number | undefined
  /** Early refresh (XFetch). `beta` scales how early; 0 turns it off. Default 1. */
  readonly early?: { readonly beta: number } | undefined
  /** The version of the values' shape, a whole number from 1. Default 1. */
  readonly version?: number | undefined
  /**
   * By older version: what makes its value one of the current version. Throwing counts as absent. With a `codec` it is
   * given what that version's `encode` gave.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the old shape is what the user says it was; nothing else knows it.
  readonly upgrade?: { readonly [version: number]: (old: any) => V } | undefined
  /**
   * What something else has cached in the same store. It is read as the oldest version that `upgrade` knows, or as the
   * current one where there is none; written back; and deleted when its ID is invalidated. Not with `scope`, nor on a
   * store of several parts, such as a Redis Cluster: its keys would lie elsewhere.
   */
  readonly legacy?: LegacyOptions | undefined
  /** How long a call of `load` may take. Default 3 s. */
  readonly timeout?: Duration | undefined
  /**
   * How long a read waits at the most: for another's load, and for a turn at the source. More than `timeout` and twice
   * `storeTimeout` together. Default 10 s, or twice that sum where it is longer.
   */
  readonly waitTimeout?: Duration | undefined
  /** After a failed load the key is not loaded for base·2ⁿ, up to cap. Default 100 ms up to 30 s. */
  readonly cooldown?: { readonly base?: Duration; readonly cap?: Duration } | undefined
  /**
   * How long a key is not cached after it was invalidated: for sources whose replicas lag behind. Default 0. Loads of it
   * are shared in the process meanwhile, and not stored.
   */
  readonly holdAfterInvalidate?: Duration | undefined
  /** The most keys that one call of `load` is given. Default 500. */
  readonly maxBatchSize?: number | undefined
  /**
   * What `load` reads, with a limit and a circuit of its own. Loaders that name the same source share them. Default: one
   * for this loader alone, named after it.
   */
  readonly source?: SourceOptions | undefined
  /** The part of the request that the values depend on. Without it the loader cannot see the request (law 6). */
  readonly scope?: (context: C) => S
  /** With `'bypass'`, a scope that is `undefined` loads without the cache instead of being refused. */
  readonly unscoped?: 'bypass'
  /** Which IDs can exist at all. One that it refuses is missing, at once: no store, no source. Default: all. */
  readonly validate?: ((id: K) => boolean) | undefined
  /**
   * The most UTF-8 bytes that a value takes once it is encoded. A larger one is served and not stored. A whole number
   * from 1, or Infinity. Default 1 MiB.
   */
  readonly maxValueBytes?: number | undefined
  /** How this loader's readers are served to begin with. Default: as the cache's `mode` says when it is defined. */
  readonly mode?: Mode | undefined
  /** For values that cannot be stored as they are, class instances above all. */
  readonly codec?: Codec<V> | undefined
  /** Plain values are shared by their callers, and so frozen, deeply. Default true. */
  readonly freeze?: boolean | undefined
}

/** `key` says under which string an ID is cached: optional for strings, numbers and bigints, required for the rest. */
export type LoaderOptions<K, V, C = never, S = undefined> = LoaderPolicy<K, V, C, S> &
  (unknown extends K
    ? { readonly key?: (id: K) => string | number | bigint }
    : [K] extends [PlainKey]
      ? { readonly key?: (id: K) => string | number | bigint }
      : { readonly key: (id: K) => string | number | bigint })
