/** What the store holds of keys, for shadow mode: not near, since what is near may be older than an invalidation elsewhere. */

import { type Entry, entryStamp } from '../entry/entry.ts'
import { landFound } from '../fetch/found.ts'
import { flightBehind, loadBehind } from '../fetch/load-behind.ts'
import type { Engine } from '../loader/engine.ts'
import type { Wanted } from '../read/flights.ts'
import { askStore } from '../read/look-up.ts'
import { Read } from '../read/read.ts'
import { nameKeys } from '../read/read-many.ts'
import { serveSlots } from '../read/serve-slots.ts'
import type { Slot } from '../read/tick-batch.ts'
import { chunksOf } from '../store/chunks.ts'

interface Looked<K, V> {
  readonly read: Read<K, V>
  readonly slots: readonly (Slot | undefined)[]
  /** Aligned to the IDs: what can be served. */
  readonly entries: readonly (Entry | undefined)[]
}

/**
 * As a read in mode `on` would: what is due is refreshed, and what is absent is loaded under a lease, behind readers. Aligned
 * to `wanted`: the entries that can be served.
 */
export async function lookAndFill<K, V>(
  engine: Engine<K, V>,
  wanted: readonly { readonly id: K }[],
): Promise<readonly (Entry | undefined)[]> {
  const looked = await look(engine, wanted, true)
  fill(looked)
  return looked.entries
}

/** Refreshes and fills nothing. */
export async function lookOnce<K, V>(
  engine: Engine<K, V>,
  wanted: readonly { readonly id: K }[],
): Promise<readonly (Entry | undefined)[]> {
  return (await look(engine, wanted, false)).entries
}

async function look<K, V>(
  engine: Engine<K, V>,
  wanted: readonly { readonly id: K }[],
  mayLoad: boolean,
): Promise<Looked<K, V>> {
  const ids = wanted.map(({ id }) => id)
  const read = new Read(engine, ids, undefined, mayLoad)
  nameKeys(read)
  // What lies under a key that is being invalidated is dead, though the store may not know it yet.
  const slots = await askStore(read, (key) => engine.invalidations.bars(key))
  const asked = read.texts.map((text) => text !== undefined)
  serveSlots(read, slots)
  const entries = slots.map((slot, i) => (asked[i] && read.texts[i] === undefined ? slot?.entry : undefined))
  return { read, slots, entries }
}

function fill<K, V>({ read, slots }: Looked<K, V>): void {
  const { engine } = read
  const absent: Wanted<K>[] = []
  for (const [at, slot] of slots.entries()) {
    if (read.texts[at] === undefined || slot === undefined || slot.failed) continue
    const { key } = slot
    if (slot.entry === undefined && slot.stored !== undefined) read.reportCorrupt(at)
    if (engine.resting.has(key) || engine.invalidations.bars(key)) continue
    absent.push(read.wanted(at, slot.stored && entryStamp(slot.stored)))
  }
  const once = [...new Map(absent.map((it) => [it.key, it])).values()]
  for (const chunk of chunksOf(once, engine.policy.maxBatchSize)) {
    const flights = chunk.map((it) => flightBehind<K, V>(engine, it))
    // Nobody is given what is found, so its number is of no matter.
    const takeFound = (flight: (typeof flights)[number], found: Parameters<typeof landFound>[2]) =>
      landFound(engine, flight, found, 0)
    engine.lifecycle.background(loadBehind(engine, flights, { takeFound }))
  }
}
