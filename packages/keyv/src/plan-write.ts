/** What a `set` comes to: a value and its lifetime, or that there is to be none. */
import { OptionError } from '@larder/core'

/** The lifetime of what has no ttl: a hundred years, the longest duration there is. Every entry has an end. */
export const FOREVER = 100 * 365.25 * 24 * 3600 * 1000

export interface PlannedWrite {
  readonly id: string
  /** `undefined`: the entry is to be deleted. */
  readonly kept: unknown
  /** Milliseconds. `undefined`: the loader's `ttl`. */
  readonly life: number | undefined
}

/**
 * @param ttl As Keyv means it: 0 is none, and what is below has ended already.
 * @param without The lifetime where there is no ttl.
 * @throws OptionError
 */
export function planWrite(id: string, kept: unknown, ttl: number, without: number | undefined): PlannedWrite {
  if (typeof ttl !== 'number' || Number.isNaN(ttl)) throw new OptionError('set: ttl', 'milliseconds', ttl)
  if (ttl < 0) return { id, kept: undefined, life: undefined }
  return { id, kept, life: ttl === 0 ? without : Math.min(ttl, FOREVER) }
}
