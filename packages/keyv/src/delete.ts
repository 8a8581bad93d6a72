/** Deletes, and knows of each name whether it was there. */
import type { EmittedErrors } from './emitted-errors.ts'
import { KeyvFailedError } from './errors.ts'
import { isThere, type Look } from './look.ts'
import type { Many } from './many.ts'

/**
 * What `deleteMany` answers is one boolean from some and an array from others, `false` both for a name that was absent
 * and for a failure; and there are adapters whose `deleteMany` stops at the first that is absent. So it is looked first
 * which are there. If they are not all said to be deleted, it is looked which are there still, and those are deleted one
 * by one: an invalidation resolves only once nothing is left.
 */
export async function deleteNames(
  many: Many,
  errors: EmittedErrors,
  look: Look,
  names: string[],
): Promise<boolean[]> {
  const wereThere = (await look(names)).map(isThere)
  const { answer, failure } = await errors.during(() => many.delete(names))
  if (failure !== undefined)
    throw new KeyvFailedError('deleteMany', 'the Keyv could not delete.', failure.cause)
  const unconfirmed = names.filter((_, i) => wereThere[i] && !confirms(answer, i))
  if (unconfirmed.length > 0) await deleteWhatIsLeft(many, errors, look, unconfirmed)
  return wereThere
}

function confirms(answer: unknown, i: number): boolean {
  return (Array.isArray(answer) ? answer[i] : answer) === true
}

async function deleteWhatIsLeft(
  many: Many,
  errors: EmittedErrors,
  look: Look,
  names: string[],
): Promise<void> {
  const found = await look(names)
  const left = names.filter((_, i) => isThere(found[i]))
  const deleted = await Promise.all(left.map((name) => errors.during(() => many.deleteOne(name))))
  for (const { answer, failure } of deleted) {
    if (answer !== true || failure !== undefined)
      throw new KeyvFailedError('deleteMany', 'the Keyv did not confirm a delete.', failure?.cause)
  }
}
