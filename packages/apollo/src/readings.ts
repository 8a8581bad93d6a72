/** What the operations of one HTTP request have read, by loader and by cached resolver. */
import { createReport, type ReadReport } from '@larder/core'

/** What became of a cached resolver's calls in one request. */
export interface ResolverReport extends ReadReport {
  /**
   * Runs for this request alone, as without a policy, which the other counts leave out: those of an unshared coordinate, of
   * a scope that is not known, or of a selection that cannot be told.
   */
  alone: number
}

interface Reading<R> {
  readonly report: R
  readonly isScoped: boolean
}

export class Readings {
  readonly #loaders = new Map<string, Reading<ReadReport>>()
  readonly #used = new Set<string>()
  readonly #resolvers = new Map<string, Reading<ResolverReport>>()

  /** @param name The loader's on the context. */
  ofLoader(name: string, isScoped: boolean): ReadReport {
    const reading = this.#loaders.get(name) ?? { report: createReport(), isScoped }
    this.#loaders.set(name, reading)
    return reading.report
  }

  /** A loader was asked, be it for what the request remembers. */
  use(name: string): void {
    this.#used.add(name)
  }

  ofResolver(coordinate: string, isScoped: boolean): ResolverReport {
    const reading = this.#resolvers.get(coordinate) ?? { report: { ...createReport(), alone: 0 }, isScoped }
    this.#resolvers.set(coordinate, reading)
    return reading.report
  }

  loaders(): Record<string, ReadReport> {
    return Object.fromEntries([...this.#loaders].flatMap(copyIfRead))
  }

  resolvers(): Record<string, ResolverReport> {
    return Object.fromEntries([...this.#resolvers].flatMap(copyIfRead))
  }

  /** Milliseconds for which all that was read stays fresh; Infinity where nothing was. */
  get freshFor(): number {
    return this.#all().reduce(
      (least, { report }) => Math.min(least, report.freshFor),
      Number.POSITIVE_INFINITY,
    )
  }

  /** Whether anything was read that others do not see. */
  get isScoped(): boolean {
    const isUsed = [...this.#used].some((name) => this.#loaders.get(name)?.isScoped)
    return isUsed || [...this.#resolvers.values()].some(({ report, isScoped }) => isScoped && isRead(report))
  }

  #all(): Reading<ReadReport>[] {
    return [...this.#loaders.values(), ...this.#resolvers.values()]
  }
}

function isRead(report: ReadReport | ResolverReport): boolean {
  return report.keys > 0 || ('alone' in report && report.alone > 0)
}

function copyIfRead<R extends ReadReport>([name, { report }]: [string, Reading<R>]): [string, R][] {
  return isRead(report) ? [[name, { ...report, loads: [...report.loads] }]] : []
}
