/**
 * Larder for Apollo Server 5: loaders on the context that batch and memoise within a request, as DataLoader does, and
 * read through a Larder cache across requests.
 *
 * - `plugin.ts`: `larder`, the plugin with its options and hooks. Begin here.
 * - `with-loaders.ts`: `withLoaders`, for a context that needs the loaders before or without the plugin.
 * - `request-loader.ts`: what resolvers call: a DataLoader that can also invalidate.
 * - `request-loaders.ts`: what the operations of one HTTP request share.
 * - `under-way.ts`: invalidations that a response, and a server that stops, wait for.
 * - `loaders-context.ts`: the types of the above, and the check of what was given as `loaders`.
 */
export type { LoadersContext } from './loaders-context.ts'
export { type LarderOptions, larder } from './plugin.ts'
export type { RequestLoader } from './request-loader.ts'
export { withLoaders } from './with-loaders.ts'
