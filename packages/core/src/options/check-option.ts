/** Whether an option is what it has to be. Each throws an `OptionError` that says so. */

import { OptionError } from '../errors/errors.ts'
import type { Clock } from '../time/clock.ts'

const CLOCK_METHODS = ['now', 'monotonic', 'after', 'defer', 'random', 'token'] as const

/** A namespace or a loader's name: text that a person can read in a list of keys. */
export function checkName(where: string, name: unknown): asserts name is string {
  const readable = typeof name === 'string' && name.length > 0 && name.length <= 200 && !/\p{Cc}/u.test(name)
  if (!readable)
    throw new OptionError(where, 'a name of 1 to 200 characters, none of them a control character', name)
}

export function checkNumber(
  where: string,
  value: unknown,
  expected: string,
  holds: (value: number) => boolean,
): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || !holds(value))
    throw new OptionError(where, expected, value)
  return value
}

export function checkOptional(
  where: string,
  value: unknown,
  expected: string,
  holds: (value: unknown) => boolean,
): void {
  if (value !== undefined && !holds(value)) throw new OptionError(where, expected, value)
}

/** Null is no option: it could mean the default, or none. */
export function checkRecord(
  where: string,
  value: unknown,
  known?: readonly string[],
): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new OptionError(where, 'an object of options', value)
  const unknown = known && Object.keys(value).find((option) => !known.includes(option))
  if (unknown !== undefined)
    throw new OptionError(where, `the options ${known?.join(', ')}`, unknown, 'There is no such option.')
  const empty = Object.entries(value).find(([, given]) => given === null)?.[0]
  if (empty !== undefined)
    throw new OptionError(
      `${where}${where.includes(': ') ? '.' : ': '}${empty}`,
      'a value, or undefined for the default',
      null,
    )
}

export function checkClock(where: string, clock: Clock): void {
  const isClock = CLOCK_METHODS.every((method) => typeof clock?.[method] === 'function')
  if (!isClock) throw new OptionError(`${where}: clock`, `a Clock, with ${CLOCK_METHODS.join(', ')}`, clock)
}

/** For `checkNumber`. */
export function isWhole(least: number): (value: number) => boolean {
  return (value) => Number.isSafeInteger(value) && value >= least
}
