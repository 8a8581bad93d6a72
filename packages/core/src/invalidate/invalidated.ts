import type { Invalidation } from '../store/store.ts'

/** One ID that was invalidated. */
export interface Invalidated {
  readonly text: string
  /** The key of its current version. */
  readonly key: string
  /** Its lease, and the keys of all versions that are deleted. */
  readonly target: Invalidation
}
