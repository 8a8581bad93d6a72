/** A value on its way to its callers, of whom there may be many: shared where it can be frozen, else one for each. */
import { decode, deepFreeze, isShareable } from '../entry/codec.ts'
import type { Entry } from '../entry/entry.ts'
import type { Policy } from '../options/settings.ts'

export interface Served<V> {
  /** For one caller. Throws where the entry's body is corrupt. */
  take(): V | null
}

export function serve<V>(entry: Entry, policy: Pick<Policy<never, V>, 'codec' | 'freeze'>): Served<V> {
  if (entry.kind === 'missing') return MISSING
  return isShareable(entry.kind, policy.codec) && policy.freeze
    ? new Shared(entry)
    : new Fresh(entry, policy.codec)
}

/** What cannot be kept is given as it came. */
export function serveAsItCame<V>(value: V): Served<V> {
  return { take: () => value }
}

export const MISSING: Served<never> = { take: () => null }

class Shared<V> implements Served<V> {
  readonly #entry: Entry
  #value: V | undefined

  constructor(entry: Entry) {
    this.#entry = entry
  }

  take(): V {
    this.#value ??= deepFreeze(decode<V>(this.#entry, undefined))
    return this.#value
  }
}

class Fresh<V> implements Served<V> {
  readonly #entry: Entry
  readonly #codec: Policy<never, V>['codec']

  constructor(entry: Entry, codec: Policy<never, V>['codec']) {
    this.#entry = entry
    this.#codec = codec
  }

  take(): V {
    return decode(this.#entry, this.#codec)
  }
}
