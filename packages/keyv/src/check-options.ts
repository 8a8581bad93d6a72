import { OptionError } from '@larder/core'

/** @throws OptionError on what is no object of options, and on an option that there is not. */
export function checkOptions(where: string, options: object, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new OptionError(where, 'an object of options', options)
  const unknown = Object.keys(options).find((option) => !known.includes(option))
  if (unknown !== undefined)
    throw new OptionError(where, `the options ${known.join(', ')}`, unknown, 'There is no such option.')
}
