/** The option `shadow` of a cache, checked at the door. */

import { toMs } from '../time/duration.ts'
import type { ShadowOptions } from './cache-options.ts'
import { checkNumber, checkRecord, isWhole } from './check-option.ts'
import type { ShadowSettings } from './settings.ts'

/** @throws OptionError */
export function resolveShadow(where: string, shadow: ShadowOptions): ShadowSettings {
  checkRecord(where, shadow, ['sample', 'keysPerSecond', 'confirmAfter'])
  const { sample = 0.1, keysPerSecond = 100, confirmAfter = '1s' } = shadow
  return {
    sample: checkNumber(`${where}.sample`, sample, 'a number above 0, up to 1', (it) => it > 0 && it <= 1),
    keysPerSecond: checkNumber(`${where}.keysPerSecond`, keysPerSecond, 'a whole number from 1', isWhole(1)),
    confirmAfter: toMs(`${where}.confirmAfter`, confirmAfter, { positive: true }),
  }
}
