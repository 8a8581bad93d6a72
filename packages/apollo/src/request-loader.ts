/** What resolvers call. */
import type { Loader } from '@larder/core'
import DataLoader from 'dataloader'

/** How a request's DataLoader reaches what is around it. */
export interface Surroundings<K, V> {
  /** The shared loader, bound to the request's scope. Throws a ScopeError where there is none. */
  bound(): Loader<K, V>
  /**
   * Reads a batch through the shared loader, and counts what became of it. Never rejects: what concerns the whole batch, say a
   * closed cache, stands in each slot.
   */
  read(ids: readonly K[]): Promise<(V | null | Error)[]>
  /** What it has answered, by the IDs' keys. */
  readonly memo: Map<string, Promise<V | null>>
  /** Takes keys out of the memos of all operations of the request. */
  forget(keys: readonly string[]): void
  /** Empties them. */
  forgetAll(): void
  /** Lets the response wait for an invalidation. */
  track(invalidation: Promise<void>): void
}

/**
 * A DataLoader for one request, over a loader of the cache. It batches the keys asked for at one time and memoises what
 * it answered. An ID that does not exist is `null`; what cannot be read rejects with that ID's own error, the others
 * are answered.
 *
 * IDs are compared as the strings that the loader's `key` gives: 42 and '42' are one ID. `clear`, `clearAll` and
 * `prime` touch the memo of this request alone; `invalidate` reaches everyone.
 */
export class RequestLoader<K, V> extends DataLoader<K, V | null, string> {
  readonly #surroundings: Surroundings<K, V>

  constructor(name: string, surroundings: Surroundings<K, V>) {
    // No maxBatchSize: the engine cuts batches to the loader's own, and only those keys that it has to load.
    super((ids) => surroundings.read(ids), {
      name,
      cacheKeyFn: (id) => surroundings.bound().keyOf(id),
      cacheMap: surroundings.memo,
    })
    this.#surroundings = surroundings
  }

  /**
   * Reads one ID, together with all others that are asked for at this time. Rejects, and never throws: so that a key
   * that cannot be read fails one slot of `loadMany`, and not the list.
   */
  override load(id: K): Promise<V | null> {
    try {
      // DataLoader would refuse these itself, with an error that has no code.
      if (id === null || id === undefined) this.#surroundings.bound().keyOf(id)
      return super.load(id)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** As `invalidateMany`, for one ID. */
  invalidate(id: K): Promise<void> {
    return this.invalidateMany([id])
  }

  /**
   * Makes the shared entries of these IDs unusable, after their source has changed. This request's memo and this
   * process see it at once; the promise resolves when all processes do, and rejects with an `InvalidationPendingError`
   * where the store has not confirmed that yet. It need not be awaited: the response waits (`invalidationTimeout`), and
   * the rejection of a promise that nobody awaits does no harm.
   *
   * @throws InvalidKeyError, ScopeError at once, before anything is invalidated: such a mistake shows even where nobody
   * awaits.
   */
  invalidateMany(ids: readonly K[]): Promise<void> {
    const surroundings = this.#surroundings
    const loader = surroundings.bound()
    surroundings.forget(ids.map((id) => loader.keyOf(id)))
    const invalidation = loader.invalidateMany(ids).then(() => {})
    surroundings.track(invalidation)
    return invalidation
  }

  /**
   * As `invalidateMany`, for all that the loader has, in the request's scope if it has one. Rejects with an `OptionError` for a
   * loader without the option `tags`.
   *
   * @throws ScopeError
   */
  invalidateAll(): Promise<void> {
    const surroundings = this.#surroundings
    const loader = surroundings.bound()
    surroundings.forgetAll()
    const invalidation = loader.invalidateAll()
    surroundings.track(invalidation)
    return invalidation
  }
}
