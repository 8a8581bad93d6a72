import { type Entry, isFresh } from '../entry/entry.ts'

/** Where an answer came from. */
export type Via = 'loaded' | 'hits' | 'stale' | 'missing'

/** What an entry is that can be served. */
export type State = 'fresh' | 'stale' | 'missing'

export function stateOf(entry: Entry, now: number): State {
  if (!isFresh(entry, now)) return 'stale'
  return entry.kind === 'missing' ? 'missing' : 'fresh'
}

export function viaOf(entry: Entry, now: number): Via {
  return isFresh(entry, now) ? (entry.kind === 'missing' ? 'missing' : 'hits') : 'stale'
}
