/** What the operations of one HTTP request share: their DataLoaders, what these have read, and what they invalidated. */
import { createReport, type Loader, OptionError, type ReadReport, type ScopedLoader } from '@larder/core'
import type { Loaders } from './loaders-context.ts'
import { RequestLoader } from './request-loader.ts'
import { UnderWay } from './under-way.ts'

type AnyLoader = Loader<unknown, unknown> | ScopedLoader<unknown, unknown, object, unknown>

/** One loader, as far as this request has used it. */
interface Used {
  readonly report: ReadReport
  /** One per operation if the loader is scoped, else one in all. */
  readonly memos: Map<string, Promise<unknown>>[]
  /** The DataLoader of all operations, if the loader is not scoped. */
  shared?: RequestLoader<unknown, unknown>
}

/** Which request the loaders on a context belong to; how loaders that are ours are told from anything else. */
const requests = new WeakMap<object, RequestLoaders>()

export class RequestLoaders {
  readonly invalidations = new UnderWay()
  readonly #loaders: Loaders
  readonly #used = new Map<string, Used>()

  constructor(loaders: Loaders) {
    this.#loaders = loaders
  }

  /**
   * The request whose loaders are on the context already, if any.
   *
   * @throws OptionError where something else has their place, or loaders other than these.
   */
  static of(context: object, contextKey: string, loaders: Loaders): RequestLoaders | undefined {
    const there = (context as Record<string, unknown>)[contextKey]
    if (there === undefined) return undefined
    const request = typeof there === 'object' && there !== null ? requests.get(there) : undefined
    if (request !== undefined && hasSame(request.#loaders, loaders)) return request
    throw new OptionError(
      `contextValue.${contextKey}`,
      "nothing, or the plugin's own loaders put there by withLoaders",
      there,
      "The option contextKey puts Larder's loaders under another name.",
    )
  }

  /**
   * Puts the loaders on a context, each made into a DataLoader when it is first used. A loader without a scope cannot
   * see the context (law 6), and is one DataLoader for all operations of the request. A scoped one is bound to the
   * context it is read from, as that is at its first read.
   */
  addTo(context: object, contextKey: string): void {
    const onContext = Object.create(null)
    for (const [name, loader] of Object.entries(this.#loaders)) {
      let dataLoader: RequestLoader<unknown, unknown> | undefined
      const get = () => {
        dataLoader ??= this.#open(name, loader as AnyLoader, context)
        return dataLoader
      }
      Object.defineProperty(onContext, name, { get, enumerable: true })
    }
    requests.set(onContext, this)
    Object.assign(context, { [contextKey]: onContext })
  }

  /** By the loaders' names, what became of the keys that this request has asked for. */
  report(): Record<string, ReadReport> {
    const read = [...this.#used].filter(([, { report }]) => report.keys > 0)
    return Object.fromEntries(
      read.map(([name, { report }]) => [name, { ...report, loads: [...report.loads] }]),
    )
  }

  #open(name: string, loader: AnyLoader, context: object): RequestLoader<unknown, unknown> {
    const used: Used = this.#used.get(name) ?? { report: createReport(), memos: [] }
    this.#used.set(name, used)
    if ('for' in loader) return this.#make(loader, context, used)
    used.shared ??= this.#make(loader, context, used)
    return used.shared
  }

  #make(loader: AnyLoader, context: object, { report, memos }: Used): RequestLoader<unknown, unknown> {
    const memo = new Map<string, Promise<unknown>>()
    memos.push(memo)
    let bound: Loader<unknown, unknown> | undefined
    return new RequestLoader(loader.name, {
      bound: () => {
        bound ??= loader.bind(context)
        return bound
      },
      report,
      memo,
      forget: (keys) => {
        for (const each of memos) for (const key of keys) each.delete(key)
      },
      track: (invalidation) => this.invalidations.add(invalidation),
    })
  }
}

function hasSame(one: Loaders, other: Loaders): boolean {
  if (one === other) return true
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
