import { OptionError } from '@larder/core'

/** @throws OptionError on what is no object of options, on an option that there is not, and on `null` for one. */
export function checkOptions(where: string, options: object, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new OptionError(where, 'an object of options', options)
  const unknown = Object.keys(options).find((option) => !known.includes(option))
  if (unknown !== undefined)
    throw new OptionError(where, `the options ${known.join(', ')}`, unknown, 'There is no such option.')
  const empty = Object.entries(options).find(([, given]) => given === null)?.[0]
  if (empty !== undefined)
    throw new OptionError(`${where}: ${empty}`, 'a value, or undefined for the default', null)
}
