/**
 * The Store port: what the engine asks of the shared key-value backend behind the cache. Types only.
 *
 * A store knows nothing of loaders, versions or ages. It keeps text under keys, each with a lifetime, and stamps every
 * write with its own clock. A store that can also decide atomically offers `leases`; one that can speak to other
 * processes offers a `bus`. Without leases the engine keeps them in this process (`in-process-leases.ts`), and the laws
 * that span processes hold per process only.
 */

/** What lies under one key. Its meaning belongs to the engine; see `entry.ts`. */
export type Stored = string

/**
 * One value to write. The text that is stored is `before`, then the store's own time in milliseconds as a decimal,
 * then `after`: so an entry's age is measured on one clock, whoever wrote it and whoever reads it.
 */
export interface Write {
  readonly key: string
  readonly before: string
  readonly after: string
  /** Milliseconds after which the store drops it. A positive whole number. */
  readonly life: number
  /** The time to put in, where it is not the store's own: a promoted entry keeps the age of the old one. */
  readonly at?: number
}

export interface Store {
  /** One round trip. The answer is aligned to `keys`; `undefined` where there is nothing, or no text. */
  readMany(keys: readonly string[]): Promise<(Stored | undefined)[]>
  /** One round trip. Each write has its own lifetime. Rejects if any of them was not done. */
  writeMany(writes: readonly Write[]): Promise<void>
  /** One round trip. Aligned to `keys`: whether each was there. */
  deleteMany(keys: readonly string[]): Promise<boolean[]>
  /**
   * Milliseconds on the clock that stamps the writes, as well as this process knows it. Where each part of the store has
   * a clock of its own: on that of this part.
   */
  now(part?: string): number
  /**
   * By how many milliseconds `now` may be wrong, at the most; Infinity where nothing is known yet. Default 0: the clock is this
   * process's own, or as good as that.
   */
  uncertainty?(part?: string): number
  /**
   * Which part of the store keeps this key, for a store whose parts fail by themselves, as the nodes of a Cluster do: any
   * name that a part keeps. All keys of one entity, its lease's too, lie in one part. The engine asks no operation for
   * keys of several parts at once, so that one that is out costs the others nothing.
   */
  partOf?(key: string): string
  readonly leases?: Leases
  readonly bus?: Bus
  /** All keys that begin with `prefix`, those of leases too, in any order. One that comes or goes meanwhile may be left out. */
  scan?(prefix: string): AsyncIterable<string>
  /** Ends what the store itself opened. What was handed to it stays open. */
  close(): Promise<void>
}

/** The least of a store: without leases, bus and parts. */
export type Values = Pick<Store, 'readMany' | 'writeMany' | 'deleteMany' | 'now'>

/**
 * The right to fill a key, held by a token that is made for one attempt, and the fence: what comes without its token is
 * not written. Each method is one round trip for all its items, each item is atomic, and answers are aligned.
 */
export interface Leases {
  acquire(wants: readonly Acquire[]): Promise<Acquired[]>
  /** Writes where the lease still bears the token, and ends the lease. `false`: refused, and nothing was written. */
  fill(fills: readonly Fill[]): Promise<boolean[]>
  /**
   * Turns the lease into a cool-down, also where nobody holds it any more; not where it bears another token, nor where the
   * key cools down already.
   */
  fail(failures: readonly Failure[]): Promise<void>
  /** Gives the lease back unfilled, where it still bears the token. */
  release(releases: readonly Release[]): Promise<void>
  /** Law 9: writes the converted entry if the old one still bears its stamp and there is no current one. */
  promote(promotions: readonly Promotion[]): Promise<boolean[]>
  /**
   * Deletes every key, and the lease if a token holds it; a cool-down and the count of failures stay. Afterwards the fence
   * holds. Says whether there was anything under one of the keys.
   */
  invalidate(invalidations: readonly Invalidation[]): Promise<boolean[]>
  /** `invalidate`, then the write: in one step. */
  prime(primes: readonly (Target & { readonly write: Write })[]): Promise<void>
  /**
   * As `invalidate`, but entries that have grace are not deleted: their fresh time ends now, and the grace begins. Nothing lives
   * longer than before.
   */
  expire(targets: readonly Target[]): Promise<boolean[]>
  /**
   * Writes `before` and then the later of two times: the store's own, and the one that stands there behind the same `before`.
   * Told as `invalidated`, with the marker's key in place of a lease's. One item is atomic; several may be done in part.
   */
  mark(marks: readonly Mark[]): Promise<void>
}

/** The marker of an invalidated tag: when that was, on the clock of the part that keeps it. */
export interface Mark {
  readonly key: string
  readonly before: string
  /** Milliseconds after which the store drops it. */
  readonly life: number
}

export interface Target {
  /** The key of the lease. */
  readonly lease: string
  /** The keys of the values that it guards. */
  readonly keys: readonly string[]
}

export interface Invalidation extends Target {
  /** Milliseconds for which fills are then accepted without being written, and told as `unstorable`. Default 0. */
  readonly hold?: number
}

export interface Acquire extends Target {
  /** The current version's key first, then older ones, newest first. */
  readonly keys: readonly string[]
  /** The last of `keys` is no entry's: any text under it is found. Default false. */
  readonly endsWithLegacy?: boolean
  readonly token: string
  /** The stamp of the current entry that the reader saw and does not want; `undefined` if it saw none. */
  readonly seen: string | undefined
  /** Milliseconds for which the lease is taken. */
  readonly life: number
}

export type Acquired =
  /** The caller holds the lease since `at` on the store's clock. `failures`: loads that failed in a row before. */
  | ({ readonly kind: 'granted'; readonly at: number; readonly failures: number } & Overwritten)
  /** No lease: there is an entry under `keys[index]`; the current one if it is not the one seen, else an older one. */
  | ({ readonly kind: 'found'; readonly stored: Stored; readonly index: number } & Overwritten)
  /** Another attempt holds the lease, for `left` more milliseconds at most. */
  | { readonly kind: 'held'; readonly left: number }
  /** The last load failed; none may begin before `until` on the store's clock. */
  | { readonly kind: 'cooling'; readonly until: number; readonly failures: number }

/** What a fill or a promotion is going to overwrite, and `readMany` does not show. */
interface Overwritten {
  /** Under the current version's key lies what is no text: the store's word for it, such as `list`. */
  readonly foreign?: string
}

interface Held {
  readonly lease: string
  readonly token: string
}

export interface Fill extends Held {
  readonly write: Write
}

export interface Failure extends Held {
  /** Milliseconds for which the key is not loaded again. */
  readonly cool: number
  /** Milliseconds for which `failures` is remembered; at least `cool`. */
  readonly keep: number
  /** Loads that failed in a row, this one included. */
  readonly failures: number
}

export interface Release extends Held {
  /** `unstorable`: there is a value, but it cannot be stored; those who wait had better load for themselves. */
  readonly reason: 'cancelled' | 'unstorable'
}

export interface Promotion {
  /** The entity's lease key; a promotion needs no lease, but it is one more write of that entity. */
  readonly lease: string
  /** The converted entry, with the old one's times and what is left of its life. */
  readonly write: Write
  /** Where the old one lies, and how it is known to be the one that was read: by its stamp, or, a legacy one, by its text. */
  readonly from: { readonly key: string } & ({ readonly stamp: string } | { readonly text: Stored })
}

/**
 * What happened to a lease, told to whoever waits for it. An invalidation is told in any case: near caches hear of it;
 * that of a tag with the key of its marker.
 * `gap`: messages may have been lost until now; told when the connection is lost, and when there is one, the first included.
 * With an error it says why there is none: told once, until there is one.
 */
export type BusMessage =
  | { readonly kind: 'filled' | 'failed' | 'released' | 'unstorable' | 'invalidated'; readonly lease: string }
  | { readonly kind: 'gap'; readonly error?: unknown }

/** Tells other processes. It buys latency: every law must hold with all of its messages lost, within `near.ttl`. */
export interface Bus {
  /** Returns what ends the subscription. Listeners do not throw. */
  subscribe(listener: (message: BusMessage) => void): () => void
}
