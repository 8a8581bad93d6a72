/**
 * Refreshing in the background what was served stale or is about to become so (law 2): each key once in the fleet, in
 * batches, and never in a reader's way. Readers do not join a refresh, since they have been served.
 */

import type { Engine } from '../loader/engine.ts'
import { noteAsking } from '../observe/note.ts'
import type { Wanted } from '../read/flights.ts'
import { chunksOf } from '../store/chunks.ts'
import { countOld } from '../versions/versions.ts'
import { flightBehind, loadBehind } from './load-behind.ts'

/** By engine and key: what became due in this turn, and is refreshed together. */
const dueNow = new WeakMap<object, Map<string, Wanted<unknown>>>()

/** Those of `wanted` that do not rest are refreshed when this turn of the event loop is over. */
export function refreshSoon<K, V>(engine: Engine<K, V>, wanted: readonly Wanted<K>[]): void {
  if (engine.lifecycle.closed) return
  const due = wanted.filter(({ key }) => !engine.resting.has(key))
  if (due.length === 0) return
  const others = dueNow.get(engine) as Map<string, Wanted<K>> | undefined
  const batch = others ?? new Map<string, Wanted<K>>()
  for (const it of due) {
    const mark = noteAsking(engine, batch.get(it.key)?.mark)
    batch.set(it.key, mark === undefined ? it : { ...it, mark })
  }
  if (others !== undefined) return
  dueNow.set(engine, batch)
  // Told to the host at once: when this turn is over it may have responded.
  const refreshed = new Promise<void>((resolve) => {
    engine.clock.defer(() => {
      dueNow.delete(engine)
      resolve(refresh(engine, [...batch.values()]))
    })
  })
  engine.lifecycle.background(refreshed)
}

async function refresh<K, V>(engine: Engine<K, V>, wanted: readonly Wanted<K>[]): Promise<void> {
  const chunks = chunksOf(wanted, engine.policy.maxBatchSize)
  await Promise.all(chunks.map((chunk) => refreshChunk(engine, chunk)))
}

async function refreshChunk<K, V>(engine: Engine<K, V>, wanted: readonly Wanted<K>[]): Promise<void> {
  if (engine.lifecycle.closed) return
  const flights = wanted.map((it) => flightBehind<K, V>(engine, it))
  // It was served: an older version's entry would be no news.
  for (const flight of flights) flight.skipped = countOld(engine)
  const takeFound = ({ key }: Wanted<K>) => {
    engine.near?.forget(key)
    return 'landed' as const
  }
  await loadBehind(engine, flights, { takeFound })
}
