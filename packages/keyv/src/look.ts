/** What lies under a name, and whether that can be told. */
import type { AnyKeyv } from './any-keyv.ts'
import type { EmittedErrors } from './emitted-errors.ts'
import { KeyvFailedError } from './errors.ts'
import type { Names } from './names.ts'

/** `undefined` or `null`: nothing. Without a value: something that the Keyv cannot read. */
export type Found = { readonly value?: unknown } | null | undefined

/** Aligned to the names, of which none comes twice. */
export type Look = (names: string[]) => Promise<Found[]>

/**
 * One call. Where that shows an error, two causes are possible: the backend is out, or it holds something that the Keyv
 * cannot decode. So one more is asked that cannot fail for the second: a name under which nothing lies. If that is
 * answered, each name is asked for by itself.
 */
export function lookInto(keyv: AnyKeyv, errors: EmittedErrors, names: Names): Look {
  // Over an adapter without `getMany`, that of Keyv 5 takes every failure for an absent key; its `getRaw` does not.
  const getMany: unknown = (keyv.store as { getMany?: unknown } | undefined)?.getMany
  const askAlone = async (name: string) => (await keyv.getRaw(name)) as Found
  const ask =
    typeof getMany === 'function'
      ? async (wanted: string[]) => (await keyv.getMany(wanted)).map(toFound)
      : (wanted: string[]) => Promise.all(wanted.map(askAlone))

  return async (wanted) => {
    const { answer, failure } = await errors.during(() => ask(wanted))
    if (answer !== undefined && failure === undefined) return answer
    const probe = await errors.during(() => keyv.getRaw(names.unused))
    if (probe.failure !== undefined)
      throw new KeyvFailedError('readMany', 'the Keyv could not read.', failure?.cause)
    const each = await Promise.all(wanted.map((name) => errors.during(() => askAlone(name))))
    return each.map(({ answer: found, failure: unreadable }) => (unreadable ? {} : found))
  }
}

export function isThere(found: Found): boolean {
  return found !== undefined && found !== null
}

function toFound(value: unknown): Found {
  return value === undefined || value === null ? undefined : { value }
}
