/** What lies under a name, and whether that can be told. */
import type { EmittedErrors } from './emitted-errors.ts'
import { KeyvFailedError } from './errors.ts'
import type { Found, Many } from './many.ts'

/** Aligned to the names, of which none comes twice. */
export type Look = (names: string[]) => Promise<Found[]>

/**
 * One call. Where that shows an error, two causes are possible: the backend is out, or it holds something that the Keyv
 * cannot decode. So one more is asked that cannot fail for the second: a name under which nothing lies. If that is
 * answered, each name is asked for by itself.
 */
export function lookInto(many: Many, errors: EmittedErrors, unused: string): Look {
  return async (names) => {
    const { answer, failure } = await errors.during(() => many.get(names))
    if (failure === undefined) return checkShape(names, answer)
    const probe = await errors.during(() => many.getOne(unused))
    if (probe.failure !== undefined)
      throw new KeyvFailedError('readMany', 'the Keyv could not read.', failure.cause)
    const each = await Promise.all(names.map((name) => errors.during(() => many.getOne(name))))
    return each.map(({ answer: found, failure: unreadable }) => (unreadable ? {} : found))
  }
}

/** There are adapters that answer nothing where they fail. Those keys are not known to be absent. */
function checkShape(names: string[], answer: unknown): Found[] {
  if (Array.isArray(answer) && answer.length === names.length) return answer
  const received = Array.isArray(answer) ? `one of ${answer.length}` : 'none'
  const what = `expected an array of ${names.length} from getMany, received ${received}.`
  throw new KeyvFailedError('readMany', what)
}

export function isThere(found: Found): boolean {
  return found !== undefined && found !== null
}
