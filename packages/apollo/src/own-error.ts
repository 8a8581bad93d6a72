/** An error that several requests get: each its own, since what handles errors writes to their `extensions`. */

/** Of those that somebody has got: a copy as they were before. Nobody gets it itself. */
const untouched = new WeakMap<Error, Error>()

/**
 * The error itself for the first who asks, with all that its class has in it; for anyone after that a copy, of the same class and
 * with the same parts, its `extensions` copied as deep as plain records and arrays go. Private fields cannot be copied. An error
 * without `extensions` has nothing that is written to, and stays itself.
 */
export function ownError(error: unknown): unknown {
  if (!(error instanceof Error) || !('extensions' in error) || !isObject(error.extensions)) return error
  const before = untouched.get(error)
  if (before !== undefined) return copyOfError(before)
  untouched.set(error, copyOfError(error))
  return error
}

function copyOfError(error: Error): Error {
  const { extensions } = error as { readonly extensions?: unknown }
  return Object.create(Object.getPrototypeOf(error), {
    ...Object.getOwnPropertyDescriptors(error),
    // In some engines an accessor, which tells of the original alone.
    stack: { value: error.stack, writable: true, configurable: true },
    extensions: {
      value: copyOf(extensions, new Map()),
      writable: true,
      configurable: true,
      enumerable: true,
    },
  })
}

function copyOf(part: unknown, copies: Map<object, unknown>): unknown {
  if (!isObject(part)) return part
  const before = copies.get(part)
  if (before !== undefined) return before
  if (Array.isArray(part)) {
    const copy: unknown[] = []
    copies.set(part, copy)
    for (const item of part) copy.push(copyOf(item, copies))
    return copy
  }
  const prototype = Object.getPrototypeOf(part)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return part
  const copy = Object.create(prototype)
  copies.set(part, copy)
  for (const [name, value] of Object.entries(part)) copy[name] = copyOf(value, copies)
  return copy
}

function isObject(part: unknown): part is object {
  return typeof part === 'object' && part !== null
}
