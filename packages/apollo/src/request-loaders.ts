/** What the operations of one HTTP request share: their DataLoaders, what these have read, and what they invalidated. */
import { type Cache, kindOf, OptionError } from '@larder/core'
import { BoundLoader } from './bound-loader.ts'
import type { AnyLoader } from './call.ts'
import type { Loaders } from './loaders-context.ts'
import { Place, placeLoaders, placeOf } from './on-context.ts'
import type { Past } from './past.ts'
import { Readings } from './readings.ts'
import { RequestLoader } from './request-loader.ts'
import { UnderWay } from './under-way.ts'

/** One operation of the request, as far as it differs from the others. */
export interface Operation {
  past: Past
}

/** One loader, as far as this request has used it. */
interface Used {
  /** One per operation if the loader is scoped, else one in all. */
  readonly memos: Map<string, Promise<unknown>>[]
  /** The DataLoader of all operations, if the loader is not scoped. */
  shared?: RequestLoader<unknown, unknown>
}

export class RequestLoaders {
  readonly invalidations = new UnderWay()
  readonly readings: Readings
  /** Of all operations that do not say otherwise. */
  #past: Past
  /** The operation that has said so, while it is under way. */
  #decider: Operation | undefined
  readonly #loaders: Loaders
  #cache: Pick<Cache, 'invalidateTags'> | undefined
  /** How often tags were invalidated: what the request remembers from before is not to be used. */
  tagInvalidations = 0
  #used: Map<string, Used> | undefined
  /** Of the HTTP request, once one has come: what its operations have in common. */
  #http: object | undefined

  /**
   * @param http As `isFor` has it.
   * @param former The loaders that a kept context has from another HTTP request.
   */
  constructor(loaders: Loaders, http?: object, former?: RequestLoaders) {
    this.#loaders = loaders
    this.readings = new Readings(former?.readings)
    this.#http = http
  }

  /**
   * Whether these are the loaders for an operation of this HTTP request. They are those of the first that asks, and of what is
   * executed within the process: a context that is kept, and comes again with another, must not answer from its memo.
   */
  isFor(http: object | undefined): boolean {
    this.#http ??= http
    return http === undefined || http === this.#http
  }

  /** The plugin has the request: its times are those of the cache, and its invalidations are waited for. */
  attach(cache: Cache, invalidations: UnderWay): void {
    this.#cache = cache
    this.readings.freshness.measureBy(cache.clock)
    this.invalidations.tell(invalidations)
  }

  invalidateTags(tags: readonly string[]): Promise<void> {
    this.tagInvalidations++
    for (const { memos } of this.#used?.values() ?? []) for (const memo of memos) memo.clear()
    const invalidation = this.#invalidateTags(tags)
    this.invalidations.add(invalidation)
    return invalidation
  }

  /** Without the plugin it is by the loaders that the cache is known. */
  async #invalidateTags(tags: readonly string[]): Promise<void> {
    const cache = this.#cache ?? Object.values(this.#loaders)[0]
    if (cache === undefined)
      throw new OptionError('invalidateTags', 'a loader on the context, or the plugin', 'neither')
    return cache.invalidateTags(tags)
  }

  get past(): Past {
    return this.#past
  }

  /** For all that the request has, that made by `withLoaders` too; but for one within another, only for itself. */
  decide(operation: Operation, past: Past): void {
    if (this.#decider !== undefined) {
      operation.past = past
      return
    }
    this.#decider = operation
    this.#past = past
  }

  ended(operation: Operation): void {
    if (this.#decider === operation) this.#decider = undefined
  }

  /**
   * The request whose loaders are on the context already, if any.
   *
   * @throws OptionError where something else has their place, or loaders other than these.
   */
  static of(context: object, contextKey: string, loaders: Loaders): RequestLoaders | undefined {
    const there = (context as Record<string, unknown>)[contextKey]
    if (there === undefined) return undefined
    const request = placeOf(there)?.request
    if (request instanceof RequestLoaders && hasSame(request.#loaders, loaders)) return request
    throw new OptionError(
      `contextValue.${contextKey}`,
      "nothing, or the plugin's own loaders put there by withLoaders",
      there,
      "The option contextKey puts Larder's loaders under another name.",
      // It may be a secret.
      kindOf,
    )
  }

  /**
   * Puts the loaders on a context, each made into a DataLoader when it is first used. A loader without a scope cannot
   * see the context (law 6), and is one DataLoader for all operations of the request. A scoped one is bound to the
   * context it is read from, as that is at its first read. What an operation reads past the cache, it has for itself.
   */
  addTo(context: object, contextKey: string, operation: Operation = { past: undefined }): void {
    const place = new Place(this, (name) => this.#open(name, context, operation))
    Object.assign(context, { [contextKey]: placeLoaders(this.#loaders, place) })
  }

  #open(name: string, context: object, operation: Operation): RequestLoader<unknown, unknown> {
    const loader = this.#loaders[name] as AnyLoader
    this.#used ??= new Map()
    const used: Used = this.#used.get(name) ?? { memos: [] }
    this.#used.set(name, used)
    const isOwn = 'for' in loader || operation.past !== undefined
    if (isOwn) return this.#make(name, loader, context, used, () => operation.past ?? this.#past)
    used.shared ??= this.#make(name, loader, context, used, () => this.#past)
    return used.shared
  }

  #make(
    name: string,
    loader: AnyLoader,
    context: object,
    { memos }: Used,
    past: () => Past,
  ): RequestLoader<unknown, unknown> {
    const bound = new BoundLoader({
      loader,
      context,
      readings: this.readings,
      report: this.readings.ofLoader(name),
      memos,
      past,
      invalidations: this.invalidations,
    })
    memos.push(bound.memo)
    return new RequestLoader(loader.name, bound)
  }
}

function hasSame(one: Loaders, other: Loaders): boolean {
  if (one === other) return true
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
