/** The catalogue's loaders as they would be without Larder: a DataLoader per request over the same `load` functions. */
import type { Cache } from '@larder/core'
import DataLoader from 'dataloader'
import type { Context } from '../../src/context.ts'
import { createLoaders } from '../../src/loaders/index.ts'
import type { Statements } from '../../src/statements.ts'
import type { Viewer } from '../../src/tenant.ts'

/** What of a loader's policy says which values there are, and not how they are kept. */
interface Meaning {
  readonly key?: (id: unknown) => unknown
  readonly scope?: (context: Viewer) => unknown
  readonly validate?: (id: unknown) => boolean
}

type Load = (
  ids: readonly unknown[],
  context: object,
) => Promise<readonly unknown[] | ReadonlyMap<unknown, unknown>>

type ForRequest = (viewer: Viewer) => DataLoader<unknown, unknown, string>

/** Loaders for one request, which nothing outlives. */
export function uncachedLoaders(statements: Statements): (viewer: Viewer) => Context['loaders'] {
  const cacheless = { loader: (_name: string, load: Load, meaning: Meaning) => perRequest(load, meaning) }
  const loaders = createLoaders(cacheless as unknown as Cache, statements) as unknown as Record<
    string,
    ForRequest
  >
  return (viewer) => {
    const made = Object.entries(loaders).map(([name, forRequest]) => [name, forRequest(viewer)])
    // Nothing that it remembers bears tags but lists of IDs, and no mutation reads these before it writes.
    return Object.assign(Object.fromEntries(made), { invalidateTags: async () => {} })
  }
}

function perRequest(load: Load, { key = String, scope, validate = () => true }: Meaning): ForRequest {
  return (viewer) => {
    const read = async (ids: readonly unknown[]) => {
      const existing = ids.filter(validate)
      const answer = existing.length === 0 ? [] : await load(existing, { scope: scope?.(viewer), load: 0 })
      const found =
        'get' in answer
          ? new Map([...answer].map(([id, value]) => [String(id), value]))
          : new Map(existing.map((id, i) => [textOf(id), answer[i]]))
      return ids.map((id) => found.get(textOf(id)) ?? null)
    }
    const textOf = (id: unknown) => String(key(id))
    const dataLoader = new DataLoader(read, { cacheKeyFn: textOf })
    // Here is nothing to invalidate but what this request itself has read.
    return Object.assign(dataLoader, {
      invalidate: (id: unknown) => void dataLoader.clear(id),
      invalidateAll: () => void dataLoader.clearAll(),
    })
  }
}
