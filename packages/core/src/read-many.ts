/**
 * HOT PATH. A batch of IDs is read in this order: flights, the store, and a fetch for what is absent. Where everything is
 * in the store it awaits once.
 */
import type { Engine } from './engine.ts'
import { drawLead, type Entry, entryStamp, isAlive, isEarly, isFresh, isWithinJitter } from './entry.ts'
import type { InvalidKeyError } from './errors.ts'
import { viaOf } from './found.ts'
import { canExist, textOf } from './loader-key.ts'
import { type Answer, Read } from './read.ts'
import { refreshSoon } from './refresh.ts'
import type { ReadReport } from './report.ts'
import { serve } from './served.ts'
import type { Slot, TickBatch } from './tick-reads.ts'
import { Times } from './times.ts'

/**
 * Aligned to `ids`. An error in a slot is that of its ID alone.
 *
 * @throws CacheClosedError
 */
export async function readMany<K, V>(
  engine: Engine<K, V>,
  ids: readonly K[],
  report?: ReadReport,
): Promise<Answer<V>[]> {
  engine.lifecycle.checkOpen()
  const read = new Read(engine, ids, report)
  nameKeys(read)
  while (read.isOpen) {
    if (engine.invalidations.busy) await engine.invalidations.landed(read.keys)
    const slots: (Slot | undefined)[] = new Array(read.ids.length)
    const asked = joinOrAsk(read, slots)
    read.launch()
    for (const { answered } of asked) await answered
    serveStored(read, slots)
    if (read.isFetching) await read.land()
  }
  return read.end()
}

/** Past the cache, and past everyone else: for a scope that is not known. */
export async function readUncached<K, V>(
  engine: Engine<K, V>,
  ids: readonly K[],
  report?: ReadReport,
): Promise<Answer<V>[]> {
  engine.lifecycle.checkOpen()
  const read = new Read(engine, ids, report)
  nameKeys(read)
  for (let i = 0; i < read.ids.length; i++) if (read.keys[i] !== undefined) read.fetch(i, 'private')
  await read.land()
  return read.end()
}

/** The store key of each ID. IDs that have no key, and such as cannot exist, are answered here. */
function nameKeys<K, V>(read: Read<K, V>): void {
  const { engine, ids } = read
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as K
    try {
      const key = engine.space.valueKey(textOf(engine, id))
      if (canExist(engine, id)) read.open(i, key)
      else read.answer(i, null, 'missing')
    } catch (error) {
      read.answer(i, error as InvalidKeyError, 'errors')
    }
  }
}

/** In one synchronous block, so that every flight met here is joined before its fill is sent. */
function joinOrAsk<K, V>(read: Read<K, V>, slots: (Slot | undefined)[]): Set<TickBatch> {
  const { flights, invalidations, reads, gate } = read.engine
  const asked = new Set<TickBatch>()
  let batch: TickBatch | undefined
  for (let i = 0; i < slots.length; i++) {
    const key = read.keys[i]
    if (key === undefined) continue
    const flight = flights.size === 0 ? undefined : flights.get(key)
    if (flight !== undefined) read.join(i, flight)
    else if (invalidations.busy && invalidations.isUndelivered(key)) read.fetch(i, 'store-out')
    else {
      const part = gate.parts.of(key)
      if (batch === undefined || batch.part !== part) {
        batch = reads.batchOf(part)
        asked.add(batch)
      }
      slots[i] = batch.slot(key)
    }
  }
  return asked
}

function serveStored<K, V>(read: Read<K, V>, slots: readonly (Slot | undefined)[]): void {
  const { policy, gate, clock } = read.engine
  const times = new Times(gate)
  const lead = drawLead(policy.beta, clock.random())
  let due: number[] | undefined
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]
    if (slot === undefined) continue
    if (slot.failed) {
      read.fetch(i, 'store-out')
      continue
    }
    const { entry } = slot
    const now = times.in(slot.part)
    if (entry === undefined || !isAlive(entry, now) || !serveSlot(read, i, slot, entry, now)) {
      if (entry === undefined && slot.stored !== undefined) read.reportCorrupt(i)
      read.fetch(i, 'leased', slot.stored && entryStamp(slot.stored))
    } else if (entry.kind !== 'missing' && isEarly(entry, now, lead)) {
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
    read.answer(i, slot.served.take() as V | null, viaOf(entry, now))
    return true
  } catch (error) {
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
    if (slot === undefined || entry === undefined || entry.kind === 'missing') continue
    const now = times.in(slot.part)
    if (isFresh(entry, now) && isWithinJitter(entry, now, engine.policy.jitter)) taken.add(i)
  }
  refreshSoon(
    engine,
    [...taken].map((i) => read.wanted(i, slots[i]?.entry?.stamp)),
  )
}
