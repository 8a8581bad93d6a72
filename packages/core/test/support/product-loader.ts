import type { LoaderPolicy } from '@larder/core'
import { loaderSpy } from '@larder/core/testing'
import { observedCache } from './observed-cache.ts'

/** A loader over three rows, whose entries are fresh for 10 s, and then stale for 20 s. */
export function productLoader(
  policy: Omit<LoaderPolicy<string, string>, 'scope' | 'unscoped'> = {},
  options: Parameters<typeof observedCache>[0] = {},
) {
  const observed = observedCache(options)
  const source = loaderSpy<string, string>(['a', 'b', 'c'].map((id) => [id, `old ${id}`]))
  const loader = observed.cache.loader('product', source.load, { ttl: '10s', grace: '20s', ...policy })
  const change = () => {
    for (const id of source.rows.keys()) source.rows.set(id, `new ${id}`)
  }
  const asked = () => source.calls.map(({ ids }) => ids)
  return { ...observed, source, loader, change, asked }
}
