/** HOT PATH: from what was found in the store, or near, to answers. What is stale or about to be is refreshed (law 2). */
import { type Entry, freshFor, isAlive, isEarly, isFresh, isWithinJitter } from '../entry/entry.ts'
import { refreshSoon } from '../fetch/refresh.ts'
import type { Read } from './read.ts'
import { serve } from './served.ts'
import type { Slot } from './tick-batch.ts'
import { Times } from './times.ts'
import { viaOf } from './via.ts'

/** Aligned to the read's keys. What cannot be served stays open. */
export function serveSlots<K, V>(read: Read<K, V>, slots: readonly (Slot | undefined)[]): void {
  const times = new Times(read.engine.gate)
  let due: number[] | undefined
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]
    if (slot?.entry === undefined || !slot.stands) continue
    const { entry } = slot
    const now = times.in(slot.part)
    if (!isAlive(entry, now) || !serveSlot(read, i, slot, entry, now)) continue
    if (read.mayLoad && entry.kind !== 'missing' && isEarly(entry, now, read.lead)) {
      due ??= []
      due.push(i)
    }
  }
  if (due !== undefined) refresh(read, slots, due, times)
}

/** False where the body is corrupt: it counts as absent, and the next fill overwrites it (law 8). */
function serveSlot<K, V>(read: Read<K, V>, i: number, slot: Slot, entry: Entry, now: number): boolean {
  slot.served ??= serve(entry, read.engine.policy)
  try {
    read.answer(i, slot.served.take() as V | null, viaOf(entry, now), freshFor(entry, now))
    return true
  } catch (error) {
    read.engine.near?.forget(read.keyAt(i))
    read.reportCorrupt(i, error)
    return false
  }
}

/** Those that are due, and their siblings: what was loaded together goes on being loaded together (law 2). */
function refresh<K, V>(
  read: Read<K, V>,
  slots: readonly (Slot | undefined)[],
  due: readonly number[],
  times: Times,
): void {
  const { engine } = read
  const taken = new Set(due)
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]
    const entry = slot?.entry
    if (slot === undefined || entry === undefined || entry.kind === 'missing' || !slot.stands) continue
    const now = times.in(slot.part)
    if (isFresh(entry, now) && isWithinJitter(entry, now, engine.policy.jitter)) taken.add(i)
  }
  refreshSoon(
    engine,
    [...taken].map((i) => read.wanted(i, slots[i]?.entry?.stamp)),
  )
}
