import type { AnyKeyv } from '@larder/keyv'
import { Keyv as Keyv5, type KeyvOptions as Options5 } from 'keyv5'
import { Keyv as Keyv6, type KeyvOptions as Options6 } from 'keyv6'

/** What both versions take. */
export type Settings = Pick<Options5 & Options6, 'store' | 'namespace' | 'ttl' | 'compression'>

/** The major versions of Keyv on which the store works. */
export const versions: readonly { version: 5 | 6; make(settings?: Settings): AnyKeyv }[] = [
  { version: 6, make: (settings) => new Keyv6(settings) },
  { version: 5, make: (settings) => new Keyv5(settings) },
]
