/** From the loaders of a cache to those on a context. */
import { type Loader, OptionError, type ScopedLoader } from '@larder/core'
import type { RequestLoader } from './request-loader.ts'

/** Loaders made by `cache.loader`, each under the name by which resolvers know it. */
export type Loaders = Readonly<
  Record<string, Loader<never, unknown> | ScopedLoader<never, unknown, never, unknown>>
>

/** What a context holds once the loaders are on it: under `loaders`, or `Key`, a DataLoader for each. */
export type LoadersContext<L extends Loaders, Key extends string = 'loaders'> = {
  readonly [key in Key]: { readonly [name in keyof L]: RequestLoaderOf<L[name]> } & TagInvalidator
}

/** What a context's loaders have besides themselves. */
export interface TagInvalidator {
  /**
   * The cache's `invalidateTags`, for a resolver: what this request remembers is forgotten at once, whatever loader it came
   * from, and the response waits as for an `invalidate`. Rejects as the cache's does; a promise that nobody awaits does no harm.
   */
  invalidateTags(tags: readonly string[]): Promise<void>
}

type RequestLoaderOf<L> =
  L extends ScopedLoader<infer K, infer V, infer _C, infer _S>
    ? RequestLoader<K, V>
    : L extends Loader<infer K, infer V>
      ? RequestLoader<K, V>
      : never

/** What a context has to hold already, so that each scoped loader finds its scope. */
export type ScopeContext<L extends Loaders> = {
  [name in keyof L]: L[name] extends ScopedLoader<infer _K, infer _V, infer C, infer _S>
    ? (context: C) => void
    : (context: object) => void
}[keyof L] extends (context: infer C) => void
  ? C & object
  : never

/** @throws OptionError for anything but a record of Larder's loaders, a name that is taken, and a loader under a second one. */
export function checkLoaders(where: string, loaders: unknown): asserts loaders is Loaders {
  if (!isRecord(loaders)) {
    throw new OptionError(where, 'an object of loaders', loaders)
  }
  if (Object.hasOwn(loaders, 'invalidateTags'))
    throw new OptionError(
      where,
      'names other than invalidateTags',
      'one',
      'All loaders together have that method.',
    )
  const names = new Map<unknown, string>()
  for (const [name, loader] of Object.entries(loaders)) {
    if (!isLoader(loader)) throw new OptionError(`${where}.${name}`, 'a loader made by cache.loader', loader)
    const other = names.get(loader)
    // Two names would mean two memos, and an invalidation through one would leave the other as it was.
    if (other !== undefined)
      throw new OptionError(`${where}.${name}`, `a loader that is not ${other} too`, loader)
    names.set(loader, name)
  }
}

/** No list, and no Map, which would look like a record without a part. */
export function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value)
}

/** By its methods: a package loaded twice has two classes of everything. */
function isLoader(value: unknown): boolean {
  const loader = value as Partial<
    Loader<never, unknown> & ScopedLoader<never, unknown, never, unknown>
  > | null
  return (
    typeof loader?.bind === 'function' &&
    (typeof loader.for === 'function' || typeof loader.keyOf === 'function')
  )
}
