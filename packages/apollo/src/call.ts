/** One call of a cached resolver, and what it answered that is not for the cache. */
import type { Loader, ScopedLoader } from '@larder/core'
import type { FieldNode, GraphQLField, GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'
import type { ResolverContextError } from './errors.ts'
import type { Loaders } from './loaders-context.ts'
import type { Past } from './past.ts'

export type AnyLoader = Loader<unknown, unknown> | ScopedLoader<unknown, unknown, object, unknown>
export type Field = GraphQLField<unknown, object>
export type Resolve = GraphQLFieldResolver<unknown, object>

interface Parts {
  readonly key: string
  readonly parent: unknown
  readonly args: Readonly<Record<string, unknown>>
  readonly context: object
  readonly info: GraphQLResolveInfo
  /** What the key says of the fields that were asked for, with `selection`. */
  readonly selection: FieldNode | undefined
  readonly scope: string | undefined
  readonly past: Past
  /** The plugin's, and their name on the context. */
  readonly loaders: Loaders
  readonly contextKey: string
  /** The resolver as it was before it was cached. */
  readonly resolve: Resolve
  /** Tells whoever runs the server that the coordinate is unshared from now on. */
  readonly warn: (message: string) => void
}

/**
 * What the engine knows as an ID. A class of its own: the engine remembers no hot keys of such, which nobody could warm
 * without a request.
 */
export class Call {
  readonly parts: Parts
  /** The property of `info` by which the result depends on this request, if there is one. */
  dependsOn: string | undefined
  /** What it was refused to touch, first of all. */
  refusal: ResolverContextError | undefined

  constructor(parts: Parts) {
    this.parts = parts
  }
}

export type Outcome = { readonly value: unknown } | { readonly error: Error }

/** An answer that the engine hands to those who have joined, and does not store. */
export class Unstored {
  readonly outcome: Outcome
  /** Who may have it. Anyone else runs the resolver for themselves. */
  readonly owner: Call | 'everyone' | 'nobody'

  constructor(outcome: Outcome, owner: Call | 'everyone' | 'nobody') {
    this.outcome = outcome
    this.owner = owner
  }

  isFor(call: Call): boolean {
    return this.owner === 'everyone' || this.owner === call
  }
}
