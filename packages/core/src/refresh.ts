/**
 * Refreshing in the background what was served stale or is about to become so (law 2): each key once in the fleet, in
 * batches, and never in a reader's way. Readers do not join a refresh, since they have been served.
 */
import { isError } from './answer.ts'
import type { Granted } from './attempt.ts'
import { chunksOf } from './chunks.ts'
import type { Engine } from './engine.ts'
import { loadAndFill } from './fill.ts'
import { Flight, type Wanted } from './flights.ts'
import { takeTurn } from './turns.ts'
import { wantOf } from './want.ts'

/** By engine and key: what became due in this turn, and is refreshed together. */
const dueNow = new WeakMap<object, Map<string, Wanted<unknown>>>()

/** Those of `wanted` that do not rest are refreshed when this turn of the event loop is over. */
export function refreshSoon<K, V>(engine: Engine<K, V>, wanted: readonly Wanted<K>[]): void {
  if (engine.lifecycle.closed) return
  const due = wanted.filter(({ key }) => !engine.resting.has(key))
  if (due.length === 0) return
  const others = dueNow.get(engine) as Map<string, Wanted<K>> | undefined
  const batch = others ?? new Map<string, Wanted<K>>()
  for (const it of due) batch.set(it.key, it)
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
  const { resting, policy, gate } = engine
  const started = engine.clock.monotonic()
  const token = engine.clock.token()
  const flights = wanted.map(
    (it) => new Flight<K, V>(it, engine.space.leaseKey(it.text), engine.storeTimeout),
  )
  // It was served: an older version's entry would be no news.
  for (const flight of flights) flight.skipped = engine.olderVersions.length
  // A refresh is under way for as long as its lease lives, and no longer.
  const rests = flights.map(({ key }) => resting.rest(key, policy.leaseLife))
  const turn = await takeTurn(engine, flights, true, policy.waitTimeout)
  if (isError(turn)) {
    for (const [i, { key }] of flights.entries()) resting.end(key, rests[i] as number)
    return
  }
  const acquired = await gate.acquire(
    flights.map((flight) => wantOf(engine, flight, token)),
    { ref: false },
  )
  const granted: Granted<K, V>[] = []
  for (const [i, flight] of flights.entries()) {
    const answer = acquired[i]
    if (answer?.kind === 'granted') granted.push({ flight, grant: answer })
    else if (answer?.kind === 'cooling') resting.rest(flight.key, answer.until - gate.nowFor(flight.key))
    else if (answer?.kind === 'held') resting.rest(flight.key, answer.left)
    else {
      if (answer?.kind === 'found') engine.near?.forget(flight.key)
      resting.end(flight.key, rests[i] as number)
    }
  }
  if (granted.length > 0) await loadAndFill(engine, granted, { token, started, background: true, turn })
  else turn.giveBack()
  // Those that failed rest on, for their cool-down.
  for (const [i, { key }] of flights.entries()) resting.end(key, rests[i] as number)
}
