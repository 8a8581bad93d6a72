/** The errors of the plugin, beside those of the engine. */
import { LarderError } from '@larder/core'

/** A cached resolver has touched what its key does not cover (law 6). */
export class ResolverContextError extends LarderError {
  /** The schema coordinate of the resolver. */
  readonly coordinate: string
  /** What it has touched, as it would be written in code. */
  readonly property: string

  /** @param advice What it may see, or what to do. */
  constructor(coordinate: string, property: string, advice: string) {
    super(
      'LARDER_RESOLVER_CONTEXT',
      `Resolver "${coordinate}": ${property} is not for a resolver whose results are shared. ${advice}`,
    )
    this.coordinate = coordinate
    this.property = property
  }
}

/** The option `past` threw, or answered something that it may not. The operation was not executed. */
export class PastError extends LarderError {
  constructor(what: string, options?: ErrorOptions) {
    super('LARDER_PAST', `larder: past: expected 'bypass', 'fresh' or undefined; ${what}.`, options)
  }
}
