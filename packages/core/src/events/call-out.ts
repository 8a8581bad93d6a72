import { types } from 'node:util'

/** Calls a function of the application's where nobody of its own could catch what it throws: Node warns of it. */
export function callOut(what: string, call: () => unknown): void {
  try {
    const result = call()
    if (types.isPromise(result)) result.catch((error) => warn(what, error))
  } catch (error) {
    warn(what, error)
  }
}

function warn(what: string, error: unknown): void {
  const message = types.isNativeError(error) ? error.message : 'what is no Error'
  process.emitWarning(`${what} threw: ${message}`, 'LarderWarning')
}
