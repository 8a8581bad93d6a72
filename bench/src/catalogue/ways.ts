/** The five ways in which the catalogue is served, and what its processes say. */
import type { NearOptions } from '@larder/core'
import type { Batching } from './loaders.ts'

export type Way =
  | { readonly name: string; readonly batching: Batching }
  | { readonly name: string; readonly redisUrl?: string; readonly near?: NearOptions }

export type FromServer = { readonly url: string } | { readonly statements: number }

/** What the others are compared with. */
export const UNCACHED = 'uncached'

/** Databases of their own: what one has stored, the other does not find. */
export function waysToServe(redisUrl: string): Way[] {
  return [
    { name: UNCACHED, batching: 'none' },
    { name: 'DataLoader alone', batching: 'DataLoader' },
    { name: 'Larder, memory' },
    { name: 'Larder, Redis', redisUrl: `${redisUrl}/1` },
    { name: 'Larder, Redis + near cache', redisUrl: `${redisUrl}/2`, near: { ttl: '5s' } },
  ]
}
