/** From an old value to one of the current version. */
import type { Engine } from '../loader/engine.ts'
import type { Served } from '../read/served.ts'
import type { Via } from '../read/via.ts'
import type { Bearer } from '../tags/bearer.ts'

/** What an old entry has become. The current version's entry bears the stamp, or will. */
export interface Upgraded<V> {
  readonly value: Served<V>
  readonly stamp: string
  readonly via: Via
  /** Milliseconds. */
  readonly freshFor: number
  /** What decides whether it is dead; `undefined` where it bears no tags. */
  readonly bearer: Bearer | undefined
  /** To be called where it is not dead: writes it back as the current version. */
  readonly promote?: () => void
}

/** @throws what `upgrade` throws, and where it gives no value. */
export function upgradeFrom<K, V>({ policy }: Engine<K, V>, from: number, old: unknown): V {
  const value = (policy.upgrade.get(from) as (old: unknown) => V)(old)
  if (value === undefined || value === null) throw new TypeError('upgrade returned no value')
  return value
}
