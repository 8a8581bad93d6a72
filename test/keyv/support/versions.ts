import { Keyv as Keyv5 } from 'keyv5'
import { Keyv as Keyv6 } from 'keyv6'

/** The major versions of Keyv under which the adapter works. */
export const versions = [
  { version: 6 as const, Keyv: Keyv6 },
  { version: 5 as const, Keyv: Keyv5 as unknown as typeof Keyv6 },
]
