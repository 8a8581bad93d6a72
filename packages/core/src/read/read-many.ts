/**
 * HOT PATH. A batch of IDs is read in this order: the near cache, flights, the store, and a fetch for what is absent.
 * Where everything is near it awaits nothing, and where everything is in the store it awaits once.
 */

import { entryStamp } from '../entry/entry.ts'
import type { InvalidKeyError } from '../errors/errors.ts'
import type { Engine } from '../loader/engine.ts'
import { canExist, textOf } from '../loader/loader-key.ts'
import type { ReadReport } from '../loader/report.ts'
import { awaitInvalidations, type Bypasses } from './bypass.ts'
import type { NearCache } from './near-cache.ts'
import { Read, type Witness } from './read.ts'
import type { Answer } from './read-answers.ts'
import { serveSlots } from './serve-slots.ts'
import { bearsTags, type Slot, type TickBatch } from './tick-batch.ts'

/**
 * Begins a read, and answers what the near cache holds. It goes on in `finishRead` if it is still open.
 *
 * @throws CacheClosedError
 */
export function beginRead<K, V>(
  engine: Engine<K, V>,
  ids: readonly K[],
  report: ReadReport | undefined,
  mayLoad = true,
): Read<K, V> {
  engine.lifecycle.checkOpen()
  const read = new Read(engine, ids, report, mayLoad)
  nameKeys(read)
  engine.hot?.note(engine, read.ids, read.texts)
  if (engine.near !== undefined && read.isOpen) serveNear(read, engine.near)
  if (!read.isOpen) read.end()
  return read
}

/** Reads until all is answered. Never rejects: an error in an answer is that of its ID alone. */
export async function finishRead<K, V>(read: Read<K, V>): Promise<void> {
  const { invalidations, clock } = read.engine
  while (read.isOpen) {
    const bypasses = invalidations.busy ? await awaitInvalidations(read) : undefined
    const slots: (Slot | undefined)[] = new Array(read.ids.length)
    const asked = joinOrAsk(read, slots, bypasses)
    read.launch()
    const askedAt = clock.monotonic()
    for (const { answered } of asked) await answered
    if (bearsTags(slots)) for (const { judged } of asked) await judged
    serveSlots(read, slots)
    if (read.isOpen) {
      read.spend(askedAt)
      fetchUnserved(read, slots)
    }
    if (read.isFetching) await read.land()
  }
  read.end()
}

interface Watching<K, V> {
  /** Nothing is loaded yet. */
  readonly begun?: (read: Read<K, V>) => void
  readonly landed?: Witness<K, V>
}

/** Past the cache, and past everyone else. Nothing is stored. */
export async function readUncached<K, V>(
  engine: Engine<K, V>,
  ids: readonly K[],
  report?: ReadReport,
  { begun, landed }: Watching<K, V> = {},
): Promise<Answer<V>[]> {
  engine.lifecycle.checkOpen()
  const read = new Read(engine, ids, report)
  nameKeys(read)
  begun?.(read)
  for (let i = 0; i < read.ids.length; i++)
    if (read.texts[i] !== undefined) read.fetch(i, read.keyAt(i), 'past')
  await read.land(landed)
  read.end()
  return read.answers
}

/** The same for a reader who wants nobody to keep what it is given. */
export async function readUnkept<K, V>(
  engine: Engine<K, V>,
  ids: readonly K[],
  report?: ReadReport,
): Promise<Answer<V>[]> {
  const begun = (read: Read<K, V>) => {
    read.mostFresh = 0
  }
  return readUncached(engine, ids, report, { begun })
}

/** Loads that begin from now on, each key once in the fleet, and are stored. */
export async function readFresh<K, V>(
  engine: Engine<K, V>,
  ids: readonly K[],
  report?: ReadReport,
): Promise<Answer<V>[]> {
  engine.lifecycle.checkOpen()
  const { invalidations } = engine
  const read = new Read(engine, ids, report)
  nameKeys(read)
  while (read.isOpen) {
    const bypasses = invalidations.busy ? await awaitInvalidations(read) : undefined
    for (const [i, key] of read.keys.entries())
      if (key !== undefined) read.fetch(i, key, bypasses?.(key) ? 'private' : 'fresh')
    await read.land()
  }
  read.end()
  return read.answers
}

/** The text of each ID, which names its key. IDs that have no key, and such as cannot exist, are answered here. */
export function nameKeys<K, V>(read: Read<K, V>): void {
  const { engine, ids } = read
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as K
    try {
      const text = textOf(engine, id)
      if (canExist(engine, id)) read.open(i, text)
      else read.answer(i, null, 'missing')
    } catch (error) {
      read.answer(i, error as InvalidKeyError, 'errors')
    }
  }
}

/** In one synchronous block, so that every flight met here is joined before its fill is sent. */
function joinOrAsk<K, V>(
  read: Read<K, V>,
  slots: (Slot | undefined)[],
  bypasses: Bypasses | undefined,
): readonly TickBatch[] {
  const { flights, invalidations, reads, gate, space, implied } = read.engine
  const { isOne } = gate.parts
  const { busy } = invalidations
  let asked: readonly TickBatch[] = []
  let batch: TickBatch | undefined
  for (let i = 0; i < slots.length; i++) {
    const text = read.texts[i]
    if (text === undefined) continue
    const flight = flights.size === 0 ? undefined : flights.get(read.keyAt(i))
    if (flight !== undefined) read.fetch(i, flight.key, 'leased')
    else if (bypasses?.(read.keyAt(i))) read.fetch(i, read.keyAt(i), 'store-out')
    else {
      const part = isOne ? undefined : gate.parts.of(read.keyAt(i))
      if (batch === undefined || batch.part !== part) {
        batch = reads.batchOf(part)
        if (!asked.includes(batch)) asked = [...asked, batch]
      }
      const slot = batch.slot(space, text)
      slot.implied = implied
      // What the store answers now may be older than an invalidation that it has not done.
      if (busy && invalidations.bars(slot.key)) batch.outdated.add(slot.key)
      slots[i] = slot
    }
  }
  return asked
}

/** Without a promise, and without asking the store. What is not served stays open. */
function serveNear<K, V>(read: Read<K, V>, near: NearCache): void {
  const before = read.left
  serveSlots(read, near.look(read.keys))
  read.countNear(before - read.left)
}

function fetchUnserved<K, V>(read: Read<K, V>, slots: readonly (Slot | undefined)[]): void {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]
    if (slot === undefined || read.texts[i] === undefined) continue
    if (slot.failed || slot.bearer?.standing === 'unknown') read.fetch(i, slot.key, 'store-out')
    else {
      if (slot.entry === undefined && slot.stored !== undefined) read.reportCorrupt(i)
      read.fetch(i, slot.key, 'leased', slot.stored && entryStamp(slot.stored))
    }
  }
}
