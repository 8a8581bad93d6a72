/** An entry that bears tags, as far as these decide whether it may be served. */

import type { Entry } from '../entry/entry.ts'
import { tagKey } from '../entry/key.ts'
import type { Part } from '../store/parts.ts'

/** `unknown` until the markers have been read, and where they could not be. */
export type Standing = 'unknown' | 'alive' | 'dead'

export interface Bearer {
  /** Of the markers of its tags. */
  readonly keys: readonly string[]
  /** Where it lies, and on whose clock its times are. */
  readonly part: Part
  /** When it was written. */
  readonly at: number
  /** When its load began. */
  readonly began: number
  /** Milliseconds after an invalidation within which nothing that was loaded is kept, either. */
  readonly hold: number
  standing: Standing
}

/** What every entry of a loader with `tags` bears besides its own, in one scope. */
export interface Implied {
  readonly keys: readonly string[]
  readonly hold: number
}

/** `undefined` for what bears no tag. */
export function bearerOf(
  namespace: string,
  { tags, at, began }: Pick<Entry, 'tags' | 'at' | 'began'>,
  part: Part,
  implied: Implied | undefined,
): Bearer | undefined {
  if (implied === undefined && tags.length === 0) return undefined
  const own = tags.map((tag) => tagKey(namespace, tag))
  const keys = implied === undefined ? own : [...implied.keys, ...own]
  return { keys, part, at, began, hold: implied?.hold ?? 0, standing: 'unknown' }
}
