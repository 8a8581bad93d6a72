import { type Entry, isFresh } from '../entry/entry.ts'

/** Where an answer came from. */
export type Via = 'loaded' | 'hits' | 'stale' | 'missing'

export function viaOf(entry: Entry, now: number): Via {
  return isFresh(entry, now) ? (entry.kind === 'missing' ? 'missing' : 'hits') : 'stale'
}
