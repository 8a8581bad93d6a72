/** A value on its way to its callers, of whom there may be many: shared where it can be frozen, else one for each. */
import { decode, deepFreeze, isShareable } from '../entry/codec.ts'
import type { Entry } from '../entry/entry.ts'
import type { Policy } from '../options/settings.ts'

export interface Served<V> {
  /** For one caller. Throws where the entry's body is corrupt. */
  take(): V | null
}

/** What is decoded. */
type Body = Pick<Entry, 'stored' | 'bodyAt' | 'kind'>

export function serve<V>(entry: Body, policy: Pick<Policy<never, V>, 'codec' | 'freeze'>): Served<V> {
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
  readonly #entry: Body
  #value: V | undefined

  constructor(entry: Body) {
    this.#entry = entry
  }

  take(): V {
    this.#value ??= deepFreeze(decode<V>(this.#entry, undefined))
    return this.#value
  }
}

class Fresh<V> implements Served<V> {
  readonly #entry: Body
  readonly #codec: Policy<never, V>['codec']

  constructor(entry: Body, codec: Policy<never, V>['codec']) {
    this.#entry = entry
    this.#codec = codec
  }

  take(): V {
    return decode(this.#entry, this.#codec)
  }
}
