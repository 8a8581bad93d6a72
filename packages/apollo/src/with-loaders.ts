/** Loaders for a context that the plugin does not see, or sees too late. */
import { checkLoaders, type Loaders, type LoadersContext, type ScopeContext } from './loaders-context.ts'
import { RequestLoaders } from './request-loaders.ts'

/**
 * A copy of `context` with the loaders on it, for one request: call it for each. What is made once and kept goes on answering what its
 * first request has read; the plugin alone gives it loaders anew for each HTTP request. A scoped loader takes its scope from
 * the copy when it is first read, so the copy may still be added to.
 *
 * - In a context function, where the rest of the context needs the loaders. Register the plugin as well: it finds them
 *   there, adds none of its own, waits for their invalidations and reports on them. Without `withLoaders` the plugin
 *   adds them when an operation begins.
 * - In tests, and for `executeOperation`.
 * - For subscriptions, which Apollo Server does not run (graphql-ws does): here for each operation, and by
 *   `subscribeWithLoaders` for each event. No plugin waits there: await `invalidate` yourself.
 *
 * `contextKey` is the name of the loaders on the context, by default `loaders`. Give the plugin the same.
 *
 * @throws OptionError where `context` has something else under that name.
 */
export function withLoaders<
  const L extends Loaders,
  C extends ScopeContext<L>,
  const Key extends string = 'loaders',
>(loaders: L, context: C, options: { readonly contextKey?: Key } = {}): C & LoadersContext<L, NoInfer<Key>> {
  checkLoaders('withLoaders: loaders', loaders)
  const contextKey = options.contextKey ?? 'loaders'
  RequestLoaders.of(context, contextKey, loaders)
  // The prototype stays, as when Apollo Server copies a context.
  const copy = Object.assign(Object.create(Object.getPrototypeOf(context)), context)
  new RequestLoaders(loaders).addTo(copy, contextKey)
  return copy
}
