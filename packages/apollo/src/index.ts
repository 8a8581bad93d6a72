/**
 * Larder for Apollo Server 5: loaders on the context that batch and memoise within a request, as DataLoader does, and
 * read through a Larder cache across requests.
 *
 * - `plugin.ts`: `larder`, the plugin with its hooks; `plugin-options.ts` has its options. Begin here.
 * - `with-loaders.ts`: `withLoaders`, for a context that needs the loaders before or without the plugin;
 *   `subscribe-with-loaders.ts` does it for each event of a subscription.
 * - `request-loader.ts`: what resolvers call: a DataLoader that can also invalidate.
 * - `on-context.ts`: the object on the context that has the loaders.
 * - `request-loaders.ts`: what the operations of one HTTP request share; `readings.ts` what they have read, `freshness.ts` for
 *   how long that stays fresh. `operation-listener.ts`: what Apollo Server calls in the course of each operation.
 * - `under-way.ts`: invalidations that a response, and a server that stops, wait for.
 * - `loaders-context.ts`: the types of the above, and the check of what was given as `loaders`.
 * - `resolver-policy.ts`: `resolver`, a policy by which a whole resolver is cached. `installation.ts` puts policies on a
 *   schema, `request-resolvers.ts` looks their results up, `cached-field.ts` is the loader behind each, `call-key.ts` its key, and
 *   `run-calls.ts` runs the resolver, which sees `limited-context.ts` and `limited-info.ts`.
 * - `hints.ts` and `past.ts`: cache hints, and requests that go past the cache.
 */
export { PastError, ResolverContextError } from './errors.ts'
export type { LoadersContext } from './loaders-context.ts'
export { larder } from './plugin.ts'
export type { LarderOptions } from './plugin-options.ts'
export type { ResolverReport } from './readings.ts'
export type { RequestLoader } from './request-loader.ts'
export {
  type ResolverOptions,
  type ResolverPolicies,
  type ResolverPolicy,
  resolver,
} from './resolver-policy.ts'
export { subscribeWithLoaders } from './subscribe-with-loaders.ts'
export { withLoaders } from './with-loaders.ts'
