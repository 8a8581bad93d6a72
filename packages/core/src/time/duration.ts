/** Durations as people write them: milliseconds, or '30s', '10m', '2h', '1d' (the notation of the `ms` package). */
import ms from 'ms'
import { OptionError } from '../errors/errors.ts'
import { kindOf, show } from '../errors/show.ts'

/** Milliseconds, or a number with a unit such as `'250ms'`, `'30s'`, `'10m'`, `'2h'`, `'40d'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd' | 'w' | 'y'}`

const EXPECTED = "milliseconds, or a duration such as '30s'"
/** A century: beyond it, sums of times would leave the numbers that are exact. */
const LONGEST = 100 * 365.25 * 24 * 3600 * 1000

/**
 * Whole milliseconds of `value`; rounded up, so that a positive duration stays positive.
 *
 * @throws OptionError where `value` is no duration, is negative, or (with `positive`) is zero. With `isData` it does not say
 *   what came, since that may be of a value.
 */
export function toMs(where: string, value: unknown, { positive = false, isData = false } = {}): number {
  const parsed =
    typeof value === 'string' && value !== '' && value.length <= 40 ? ms(value as ms.StringValue) : value
  const expected = positive ? `${EXPECTED}, above 0` : EXPECTED
  const refused = () => new OptionError(where, expected, value, '', isData ? kindOf : show)
  if (typeof parsed !== 'number' || !Number.isFinite(parsed)) throw refused()
  if (parsed < 0 || parsed > LONGEST || (positive && parsed === 0)) throw refused()
  return Math.ceil(parsed)
}
