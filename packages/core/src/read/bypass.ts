/** Which keys a read takes past the store, which has not done an invalidation of them. */
import { withDeadline } from '../time/deadline.ts'
import type { Read } from './read.ts'

/** Is the key not to be asked of the store? To be called in the turn in which it is answered. */
export type Bypasses = (key: string) => boolean

/**
 * Waits for invalidations of the read's keys that are on their way, for as long as its budget lasts (law 4). Beyond that
 * those keys are past the store, and so are the others that it does not answer for.
 */
export async function awaitInvalidations<K, V>(read: Read<K, V>): Promise<Bypasses> {
  const { invalidations, clock, gate } = read.engine
  const landed = invalidations.landed(read.keys)
  if (landed === undefined) return (key) => invalidations.isUndelivered(key)
  const began = clock.monotonic()
  const isLate = await withDeadline(clock, read.storeBudget, 'Invalidations', landed).then(no, yes)
  read.storeBudget = Math.max(1, read.storeBudget - (clock.monotonic() - began))
  return (key) =>
    invalidations.isUndelivered(key) || (isLate && (invalidations.bars(key) || gate.parts.isOut(key)))
}

const no = () => false
const yes = () => true
