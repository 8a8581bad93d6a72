/** The loader of the cache behind a cached field. */
import type { Cache, Loader, ScopedLoader } from '@larder/core'
import { type Call, Unstored } from './call.ts'
import type { CheckedPolicy } from './resolver-policy.ts'

export type CallLoader = Loader<Call, unknown> | ScopedLoader<Call, unknown, object, unknown>

/**
 * Named by the coordinate, and keyed by what each call says of itself.
 *
 * @throws OptionError where the name is taken, and for options of the policy.
 */
export function defineCallLoader(
  cache: Cache,
  coordinate: string,
  { scope, unscoped, key: _key, selection: _selection, context: _context, ...policy }: CheckedPolicy,
  run: (calls: readonly Call[]) => Promise<unknown[]>,
): CallLoader {
  const { ttl = '60s', codec } = policy
  const options = {
    ...policy,
    key: ({ parts }: Call) => parts.key,
    ttl: (value: unknown) => (value instanceof Unstored ? 0 : typeof ttl === 'function' ? ttl(value) : ttl),
    ...(codec && { codec: { encode: encodeBy(codec), decode: (stored: unknown) => codec.decode(stored) } }),
  }
  if (scope === 'public') return cache.loader<Call, unknown>(coordinate, run, options)
  const scoped = { ...options, scope: scope as (context: object) => unknown }
  return unscoped === undefined
    ? cache.loader(coordinate, run, scoped)
    : cache.loader(coordinate, run, { ...scoped, unscoped })
}

/** The policy's codec knows results, and nothing of ours. */
function encodeBy(codec: NonNullable<CheckedPolicy['codec']>): (value: unknown) => unknown {
  return (value) => {
    if (value instanceof Unstored) throw new TypeError('not for the cache')
    return codec.encode(value)
  }
}
