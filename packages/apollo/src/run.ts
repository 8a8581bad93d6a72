/** The DataLoaders of one load of cached resolvers: calls side by side share them, and no request does. */
import type { Clock, Loader } from '@larder/core'
import type { AnyLoader } from './call.ts'
import { Freshness } from './freshness.ts'
import type { Past } from './past.ts'
import { RequestLoader } from './request-loader.ts'

/** A run may outlive the request that caused it, and its answers are for others: it has no part in that request's memo. */
export class Run {
  readonly #freshness = new Freshness()
  readonly #report = this.#freshness.report()
  readonly #loaders = new Map<AnyLoader, Map<string, RequestLoader<unknown, unknown>>>()

  constructor(clock: Clock) {
    this.#freshness.measureBy(clock)
  }

  /** Milliseconds for which all that was read stays fresh; 0 where anything was stale or is not stored. */
  get freshFor(): number {
    return this.#freshness.left
  }

  /** @param scope As canonical JSON; `undefined` for a loader without one. */
  loader(loader: AnyLoader, scope: string | undefined, past: Past): RequestLoader<unknown, unknown> {
    const byScope = this.#loaders.get(loader) ?? new Map<string, RequestLoader<unknown, unknown>>()
    this.#loaders.set(loader, byScope)
    const name = `${past} ${scope}`
    const made = byScope.get(name) ?? this.#open(loader, scope, past)
    byScope.set(name, made)
    return made
  }

  #open(loader: AnyLoader, scope: string | undefined, past: Past): RequestLoader<unknown, unknown> {
    const bound: Loader<unknown, unknown> =
      'for' in loader ? loader.for(JSON.parse(scope as string)) : loader.bind(undefined)
    const memo = new Map<string, Promise<unknown>>()
    const report = this.#report
    return new RequestLoader(loader.name, {
      bound: () => bound,
      read: (ids) => bound.loadMany(ids, { report, past }),
      memo,
      forget: (keys) => {
        for (const key of keys) memo.delete(key)
      },
      // Nobody awaits it but the resolver itself: its rejection must do no harm.
      track: (invalidation) => void invalidation.catch(() => {}),
    })
  }
}
