/** The resolvers that are cached, by schema coordinate. */
import { OptionError } from '../errors/errors.ts'
import type { CachedResolver } from './cache.ts'

export class Resolvers {
  readonly #all = new Map<string, CachedResolver>()

  /** @throws OptionError where there is none. */
  get(coordinate: string): CachedResolver {
    const resolver = this.#all.get(coordinate)
    if (resolver !== undefined) return resolver
    const known = [...this.#all.keys()].join(', ') || 'none'
    throw new OptionError('resolver', `a coordinate that has a policy: ${known}`, coordinate)
  }

  /**
   * Answers what takes it away again.
   *
   * @throws OptionError where there is one already.
   */
  add(coordinate: string, resolver: CachedResolver): () => void {
    if (this.#all.has(coordinate))
      throw new OptionError('registerResolver', 'a coordinate that is not taken', coordinate)
    this.#all.set(coordinate, resolver)
    return () => void this.#all.delete(coordinate)
  }
}
