/** What the operations of one HTTP request have read, by loader and by cached resolver. */
import type { ReadReport } from '@larder/core'
import { Freshness, NotedReport } from './freshness.ts'

/**
 * What became of a cached resolver's calls in one request. An error that is an answer, for clients or because the resolver has touched
 * what it may not, counts as `loaded` or `joined`, and not as one of `errors`.
 */
export interface ResolverReport extends ReadReport {
  /**
   * Runs for this request alone, as without a policy, which the other counts leave out: those of an unshared resolver, of
   * a scope that is not known, or of a selection that cannot be told.
   */
  alone: number
}

/** Most requests read little: what counts it is made when it is needed. */
export class Readings {
  readonly freshness = new Freshness()
  /** Whether anything was used that others do not see, be it to answer from what the request remembers. */
  isScoped = false
  /** How often a loader was used, the memo's answers too. */
  uses = 0
  readonly #former: Readings | undefined
  readonly #formerUses: number
  #loaders: Map<string, ReadReport> | undefined
  #resolvers: Map<string, ResolverReport> | undefined

  /**
   * @param former Those of the request that a kept context is from. What has got hold of that context, say a service on it, goes
   *   on reading there, for whichever request it may be.
   */
  constructor(former?: Readings) {
    this.#former = former
    this.#formerUses = former?.uses ?? 0
  }

  /** Whether what the request has answered is not for others: a kept context may hold what its first request has read. */
  get isPrivate(): boolean {
    return this.isScoped || (this.#former?.isScoped ?? false)
  }

  /** Milliseconds for which all stays fresh that the request may be made of; Infinity where nothing was read. */
  get freshFor(): number {
    const { left } = this.freshness
    const former = this.#former
    return former === undefined || former.uses === this.#formerUses
      ? left
      : Math.min(left, former.freshness.left)
  }

  /** @param name The loader's on the context. */
  ofLoader(name: string): ReadReport {
    this.#loaders ??= new Map()
    const report = this.#loaders.get(name) ?? new NotedReport(this.freshness)
    this.#loaders.set(name, report)
    return report
  }

  ofResolver(coordinate: string): ResolverReport {
    this.#resolvers ??= new Map()
    const report =
      this.#resolvers.get(coordinate) ?? Object.assign(new NotedReport(this.freshness), { alone: 0 })
    this.#resolvers.set(coordinate, report)
    return report
  }

  loaders(): Record<string, ReadReport> {
    return Object.fromEntries([...(this.#loaders ?? [])].flatMap(copyIfRead))
  }

  resolvers(): Record<string, ResolverReport> {
    return Object.fromEntries([...(this.#resolvers ?? [])].flatMap(copyIfRead))
  }
}

function copyIfRead<R extends ReadReport | ResolverReport>([name, report]: [string, R]): [string, R][] {
  const isRead = report.keys > 0 || ('alone' in report && report.alone > 0)
  // Of a class, `freshFor` is no property that a spread copies.
  const { freshFor, loads } = report
  return isRead ? [[name, { ...report, freshFor, loads: [...loads] }]] : []
}
