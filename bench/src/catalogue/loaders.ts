/** The catalogue's loaders without Larder: what it was with DataLoader alone, and what it was before that. */
import type { Context } from '@larder/catalog/context'
import { createLoaders } from '@larder/catalog/loaders'
import type { Statements } from '@larder/catalog/statements'
import type { Viewer } from '@larder/catalog/tenant'
import type { Cache } from '@larder/core'
import DataLoader from 'dataloader'

export type Batching = 'none' | 'DataLoader'

/** Of one request, as resolvers call it. */
interface RequestLoader {
  load(id: unknown): Promise<unknown>
  loadMany(ids: readonly unknown[]): Promise<readonly unknown[]>
}

/** What of a loader's policy says which values there are. */
interface Meaning {
  readonly key?: (id: unknown) => unknown
  readonly scope?: (viewer: Viewer) => unknown
}

type Load = (
  ids: readonly unknown[],
  context: { readonly scope: unknown; readonly load: number },
) => Promise<readonly unknown[] | ReadonlyMap<unknown, unknown>>

type ForRequest = (viewer: Viewer) => RequestLoader

/** The catalogue's own `load` functions, behind loaders that end with the request. */
export function loadersWithoutCache(
  statements: Statements,
  batching: Batching,
): (viewer: Viewer) => Context['loaders'] {
  const loader = (_name: string, load: Load, meaning: Meaning): ForRequest => {
    return (viewer) => {
      const read = async (ids: readonly unknown[]) =>
        align(ids, await load(ids, { scope: meaning.scope?.(viewer), load: 0 }))
      return batching === 'none' ? oneByOne(read) : batched(read, meaning.key)
    }
  }
  // Of a cache they use nothing but `loader`, and of what that makes, resolvers use nothing but loading.
  const made = createLoaders({ loader } as unknown as Cache, statements)
  const forRequest = Object.entries(made as unknown as Record<string, ForRequest>)
  return (viewer) =>
    Object.fromEntries(
      forRequest.map(([name, open]) => [name, open(viewer)]),
    ) as unknown as Context['loaders']
}

/** A statement for each call. */
function oneByOne(read: (ids: readonly unknown[]) => Promise<readonly unknown[]>): RequestLoader {
  return { load: async (id) => (await read([id]))[0], loadMany: read }
}

/** A statement for all calls of a turn, and none for what the request has asked for before. */
function batched(
  read: (ids: readonly unknown[]) => Promise<readonly unknown[]>,
  key: (id: unknown) => unknown = String,
): RequestLoader {
  return new DataLoader<unknown, unknown, unknown>(read, { cacheKeyFn: key })
}

function align(
  ids: readonly unknown[],
  answer: readonly unknown[] | ReadonlyMap<unknown, unknown>,
): readonly unknown[] {
  return 'get' in answer ? ids.map((id) => answer.get(id) ?? null) : answer
}
