/** What a server process of the lab caches in. `simulated/` and `real/` have it. */
import type { Store } from '@larder/core'

/** What every key of the lab in the store begins with: Larder's namespace, and a prefix where there is no Larder. */
export const NAMESPACE = 'larder-lab'

export interface LabStore {
  /** For caches by hand. */
  readonly plain: PlainStore
  /** For one cache, which closes it. */
  forLarder(): Store
  /** Removes all keys of the lab, as a FLUSHALL of a server that is the lab's alone would. */
  clear(): Promise<void>
  /** Whether it takes commands and answers none. A real one does nothing here: whoever started the processes freezes it. */
  freeze(frozen: boolean): void
  close(): Promise<void>
}

interface PlainStore {
  get(key: string): Promise<string | null>
  /** @param ttl ms. */
  set(key: string, text: string, ttl: number): Promise<void>
  delete(key: string): Promise<void>
}
