/** The protections by their names. */
import type { ProtectionName } from '../contract/index.ts'
import { withLarder } from './larder.ts'
import { unprotected } from './none.ts'
import type { Protection, ProtectionOptions } from './protection.ts'
import { singleFlight } from './single-flight.ts'

const PROTECT = { none: unprotected, 'single-flight': singleFlight, larder: withLarder } satisfies Record<
  ProtectionName,
  (options: ProtectionOptions) => Protection
>

export function protect(name: ProtectionName, options: ProtectionOptions): Protection {
  return PROTECT[name](options)
}
