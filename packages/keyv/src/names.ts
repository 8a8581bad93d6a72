/** What Larder's keys are called in the Keyv. */
import type { AnyKeyv, Keyv5Settings } from './any-keyv.ts'

export interface Names {
  readonly of: (key: string) => string
  /** What the names begin with where the Keyv's iterator tells them. */
  readonly listedWith: string
  /** A name under which nothing lies: no key of the engine is without a colon. */
  readonly unused: string
}

/**
 * Keyv 5 puts its namespace before a key that it reads, and before one that it writes only if it does not begin with it
 * already. So that one named `shop:…` is found again in the namespace `shop`, no name begins with the namespace.
 */
export function namesIn(keyv: AnyKeyv): Names {
  const mark = `${keyv.namespace}:`.startsWith('larder:') ? 'larder-cache:' : 'larder:'
  const of = (key: string) => mark + key
  return { of, listedWith: listed(keyv, mark), unused: of('probe') }
}

/** Keyv 5 takes all up to the first colon off, whether the namespace has a colon, and whether there is one at all. */
function listed(keyv: AnyKeyv, mark: string): string {
  const { namespace } = keyv
  const { useKeyPrefix } = keyv as Keyv5Settings
  if (useKeyPrefix !== true) return mark
  const full = namespace ? `${namespace}:${mark}` : mark
  return full.slice(full.indexOf(':') + 1)
}
