/** The keys that begin with a prefix, by the Keyv's iterator. */
import type { AnyKeyv } from './any-keyv.ts'
import type { EmittedErrors } from './emitted-errors.ts'
import { KeyvFailedError } from './errors.ts'
import type { Names } from './names.ts'

type Iterating = AnyKeyv & Required<Pick<AnyKeyv, 'iterator'>>

/** What Keyv 6 makes of an adapter that is not its own: it has an iterator whether or not the adapter has. */
interface Wrapper {
  readonly iterator?: unknown
  readonly capabilities?: {
    readonly store?: string
    readonly methods?: { readonly iterator?: { readonly exists?: boolean } }
  }
  readonly store?: { readonly entries?: unknown }
}

export function canList(keyv: AnyKeyv): keyv is Iterating {
  if (typeof keyv.iterator !== 'function') return false
  const { iterator, capabilities, store } = (keyv.store ?? {}) as Wrapper
  // Keyv 5 has an iterator only where there is something to iterate over.
  if (capabilities === undefined) return 'useKeyPrefix' in keyv || typeof iterator === 'function'
  return capabilities.methods?.iterator?.exists === true || typeof store?.entries === 'function'
}

export async function* scanKeys(
  keyv: Iterating,
  errors: EmittedErrors,
  { listedWith }: Names,
  prefix: string,
): AsyncGenerator<string, void> {
  const entries = keyv.iterator()[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { answer, failure } = await errors.during(() => entries.next())
      // Keyv 6 ends where the backend failed, and goes on after what it cannot decode.
      if (answer === undefined || (answer.done && failure !== undefined))
        throw new KeyvFailedError('scan', 'the Keyv could not list its keys.', failure?.cause)
      if (answer.done) return
      const [name] = answer.value as readonly [unknown]
      if (typeof name === 'string' && name.startsWith(listedWith + prefix))
        yield name.slice(listedWith.length)
    }
  } finally {
    await entries.return?.()
  }
}
