/** Waiting until it is known which of a read's entries with tags are dead. */
import { ignore } from '../store/store-guard.ts'
import { withDeadline } from '../time/deadline.ts'
import type { Read } from './read.ts'
import type { Slot, TickBatch } from './tick-batch.ts'

/** Is there anything to wait for? To be asked when the slots are filled. */
export function bearsTags(slots: readonly (Slot | undefined)[]): boolean {
  for (let i = 0; i < slots.length; i++) if (slots[i]?.bearer !== undefined) return true
  return false
}

/**
 * For what the read has left of `storeTimeout`, which began to run at `askedAt`. Where that is over, they may be dead, and
 * the store is out for them.
 */
export async function awaitStandings<K, V>(
  read: Read<K, V>,
  asked: Iterable<TickBatch>,
  askedAt: number,
): Promise<void> {
  const { clock } = read.engine
  const judged = Promise.all(Array.from(asked, (batch) => batch.judged))
  const left = Math.max(1, read.storeBudget - (clock.monotonic() - askedAt))
  await withDeadline(clock, left, 'Markers of tags', judged).catch(ignore)
}
