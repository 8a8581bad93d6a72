import { types } from 'node:util'
import { LarderError } from '../errors/errors.ts'

/**
 * What a line says of an error. Larder's own messages show no value. Of others' the name and the code alone: what a source, a
 * codec or an `upgrade` throws may say anything, and Redis repeats the arguments of a command that it does not know.
 */
export function wordsOf(error: unknown): string {
  if (error instanceof LarderError) {
    const cause = error.cause === undefined ? '' : ` (${wordsOf(error.cause)})`
    return `${error.message.replace('; see cause.', '.')}${cause}`
  }
  if (!types.isNativeError(error)) return 'what is no Error'
  const { name, code } = error as NodeJS.ErrnoException
  // Its first word is the kind: OOM, READONLY, NOPERM.
  const kind = name === 'ReplyError' ? /^[A-Z]+\b/.exec(error.message)?.[0] : undefined
  return [name, code ?? kind].filter((it) => typeof it === 'string' && /^\w{1,60}$/.test(it)).join(' ')
}
