/** The options of `warmHot`, checked at the door. */

import { toMs } from '../time/duration.ts'
import type { WarmHotOptions, WarmHotSettings } from '../warm/warm-hot.ts'
import { checkNumber, checkOptional, checkRecord } from './check-option.ts'

/** @throws OptionError */
export function resolveWarmHot(options: WarmHotOptions): WarmHotSettings {
  checkRecord('warmHot', options, ['keys', 'within', 'loaders'])
  const { keys = 100, within = '5s', loaders } = options
  const isNames = (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === 'string')
  checkOptional('warmHot: loaders', loaders, 'an array of names of loaders', isNames)
  return {
    keys: checkNumber(
      'warmHot: keys',
      keys,
      'a whole number from 1',
      (it) => Number.isSafeInteger(it) && it >= 1,
    ),
    within: toMs('warmHot: within', within, { positive: true }),
    loaders,
  }
}
