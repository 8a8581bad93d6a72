/** The DataLoaders of one load of cached resolvers: calls side by side share what these read, and no request does. */
import type { Clock, Loader } from '@larder/core'
import DataLoader from 'dataloader'
import type { AnyLoader } from './call.ts'
import { Freshness, NotedReport } from './freshness.ts'
import type { Past } from './past.ts'
import { RequestLoader } from './request-loader.ts'

/** What the calls ask for at one time, whatever call asks. */
interface Batch {
  readonly bound: Loader<unknown, unknown>
  readonly loader: DataLoader<unknown, unknown>
}

/** A run may outlive the request that caused it, and its answers are for others: it has no part in that request's memo. */
export class Run {
  readonly #freshness = new Freshness()
  readonly #report = new NotedReport(this.#freshness)
  readonly #batches = new Map<AnyLoader, Map<string, Batch>>()

  constructor(clock: Clock) {
    this.#freshness.measureBy(clock)
  }

  /** Milliseconds for which all that was read stays fresh; 0 where anything was stale or is not stored. */
  get freshFor(): number {
    return this.#freshness.left
  }

  /**
   * For one call. The memo is its own: what it primes is in the answer of no other call, which may be of another request.
   *
   * @param scope As canonical JSON; `undefined` for a loader without one.
   */
  loader(loader: AnyLoader, scope: string | undefined, past: Past): RequestLoader<unknown, unknown> {
    const batch = this.#batch(loader, scope, past)
    const memo = new Map<string, Promise<unknown>>()
    return new RequestLoader(loader.name, {
      bound: () => batch.bound,
      read: (ids) => batch.loader.loadMany(ids),
      memo,
      forget: (keys) => {
        for (const key of keys) memo.delete(key)
      },
      forgetAll: () => memo.clear(),
      // Nobody awaits it but the resolver itself: its rejection must do no harm.
      track: (invalidation) => void invalidation.catch(() => {}),
    })
  }

  #batch(loader: AnyLoader, scope: string | undefined, past: Past): Batch {
    const byScope = this.#batches.get(loader) ?? new Map<string, Batch>()
    this.#batches.set(loader, byScope)
    const name = `${past} ${scope}`
    const batch = byScope.get(name) ?? this.#open(loader, scope, past)
    byScope.set(name, batch)
    return batch
  }

  #open(loader: AnyLoader, scope: string | undefined, past: Past): Batch {
    const bound: Loader<unknown, unknown> =
      'for' in loader ? loader.for(JSON.parse(scope as string)) : loader.bind(undefined)
    const report = this.#report
    const read = (ids: readonly unknown[]) => bound.loadMany(ids, { report, past })
    return {
      bound,
      loader: new DataLoader((ids) => read(ids).catch((error: Error) => ids.map(() => error)), {
        cache: false,
      }),
    }
  }
}
