import { types } from 'node:util'

/** A function of the application's threw where nobody of the application's can catch it: Node warns of it. */
export function warn(what: string, error: unknown): void {
  const message = types.isNativeError(error) ? error.message : 'what is no Error'
  process.emitWarning(`${what} threw: ${message}`, 'LarderWarning')
}
