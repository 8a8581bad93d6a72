/**
 * The marker of a tag: when it was last invalidated, on the clock of the part of the store that keeps it. Whatever bears the
 * tag and was loaded before is dead.
 */
import type { Mark, Stored } from '../store/store.ts'

const MAGIC = 'LRT1'
const MARKED = /^LRT1(\d{1,16})$/
const DAY = 24 * 60 * 60 * 1_000

/** Milliseconds for which a marker is kept. */
const MARKER_LIFE = 8 * DAY
/** No entry that bears a tag lives longer after it was written. */
export const MOST_LIFE = 7 * DAY
/** Nor is one written later than this after its load began: so a marker outlives all that it kills. */
export const MOST_LEASE = MARKER_LIFE - MOST_LIFE

export function markOf(key: string): Mark {
  return { key, before: MAGIC, life: MARKER_LIFE }
}

/** When it was. What is no marker of ours hides one: all that bears the tag is dead for as long as it lies there. */
export function markedAt(stored: Stored): number {
  const [, at] = MARKED.exec(stored) ?? []
  return at === undefined ? Number.POSITIVE_INFINITY : Number(at)
}
