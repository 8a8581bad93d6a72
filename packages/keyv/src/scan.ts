/** The keys that begin with a prefix, by the Keyv's iterator. */
import type { AnyKeyv } from './any-keyv.ts'
import type { EmittedErrors } from './emitted-errors.ts'
import { KeyvFailedError } from './errors.ts'
import type { Names } from './names.ts'

type Listing = AnyKeyv & Required<Pick<AnyKeyv, 'iterator'>>

export async function* scanKeys(
  keyv: Listing,
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
