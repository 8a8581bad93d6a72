/**
 * What the cache holds, and no more: near, in the store, or there in an older version. Nothing is loaded or refreshed, and
 * nobody's load is waited for.
 */

import type { Engine } from '../loader/engine.ts'
import { ignore } from '../store/store-guard.ts'
import { countOld, oldKeys, upgradeOld } from '../versions/versions.ts'
import { awaitInvalidations, type Bypasses } from './bypass.ts'
import type { Read } from './read.ts'
import type { Answer } from './read-answers.ts'
import { beginRead } from './read-many.ts'
import { serveSlots } from './serve-slots.ts'
import { bearsTags, type Slot, type TickBatch } from './tick-batch.ts'

/**
 * Aligned to `ids`: `undefined` for what is absent, or cannot be told for want of a store.
 *
 * @throws CacheClosedError
 */
export async function lookUp<K, V>(
  engine: Engine<K, V>,
  ids: readonly K[],
): Promise<(Answer<V> | undefined)[]> {
  const { invalidations, clock } = engine
  const read = beginRead(engine, ids, undefined, false)
  if (!read.isOpen) return read.answers
  const bypasses = invalidations.busy ? await awaitInvalidations(read) : undefined
  const askedAt = clock.monotonic()
  const slots = await askStore(read, bypasses)
  serveSlots(read, slots)
  for (const [at, slot] of slots.entries())
    if (slot?.entry === undefined && slot?.stored !== undefined) read.reportCorrupt(at)
  read.spend(askedAt)
  if (read.isOpen && countOld(engine) > 0) await lookAtOld(read, bypasses)
  read.end()
  // Without holes, which `for … in` would leave out.
  return [...read.answers]
}

/** Not for what is dead, though the store does not know it yet. */
export async function askStore<K, V>(
  read: Read<K, V>,
  bypasses: Bypasses | undefined,
): Promise<(Slot | undefined)[]> {
  const { gate, reads, invalidations, space, implied } = read.engine
  const asked = new Set<TickBatch>()
  const slots = read.texts.map((text, i) => {
    if (text === undefined) return undefined
    const key = read.keyAt(i)
    if (bypasses?.(key)) return undefined
    const batch = reads.batchOf(gate.parts.of(key))
    asked.add(batch)
    const slot = batch.slot(space, text)
    slot.implied = implied
    if (invalidations.bars(key)) batch.outdated.add(key)
    return slot
  })
  for (const { answered } of asked) await answered
  if (bearsTags(slots)) for (const { judged } of asked) await judged
  return slots
}

/** One more command for each part, for all that the first did not find. */
async function lookAtOld<K, V>(read: Read<K, V>, bypasses: Bypasses | undefined): Promise<void> {
  const { engine, keys } = read
  const open = [...keys.keys()].filter((at) => {
    const key = keys[at]
    return key !== undefined && !engine.invalidations.isUndelivered(key) && !bypasses?.(key)
  })
  const groups = engine.gate.parts.group(open, (at) => keys[at] as string)
  await Promise.all(
    groups.map(async (group) => {
      const olds = group.map((at) => oldKeys(engine, read.wanted(at, undefined).text))
      const part = engine.gate.parts.of(keys[group[0] as number] as string)
      const stored = await engine.gate
        .readMany(part, olds.flat(), { timeout: read.storeBudget })
        .catch(ignore)
      if (stored === undefined) return
      const each = countOld(engine)
      await Promise.all(group.map((at, i) => serveOld(read, at, stored.slice(i * each, (i + 1) * each))))
    }),
  )
}

/** The newest that is of use. */
async function serveOld<K, V>(
  read: Read<K, V>,
  at: number,
  stored: readonly (string | undefined)[],
): Promise<void> {
  const { engine } = read
  const { id, text, key } = read.wanted(at, undefined)
  for (const [i, old] of stored.entries()) {
    if (old === undefined) continue
    const upgraded = upgradeOld(engine, { id, text, key, lease: engine.space.leaseKey(text) }, i, old)
    if (upgraded === undefined) continue
    const { bearer } = upgraded
    if (bearer !== undefined && (await engine.tagReads.standing(bearer)) !== 'alive') continue
    upgraded.promote?.()
    read.answer(at, upgraded.value.take(), upgraded.via, upgraded.freshFor)
    return
  }
}
