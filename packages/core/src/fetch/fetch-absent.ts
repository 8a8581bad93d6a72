/**
 * Fetches what the store does not hold: take a turn at the source, then the lease, and load; or wait for whoever holds it.
 *
 * Nothing here rejects or throws: every flight lands with a value or with an error, and its readers find it there.
 */

import { CoolingDownError } from '../errors/errors.ts'
import type { Engine } from '../loader/engine.ts'
import type { Flight } from '../read/flights.ts'
import { noteCooling } from '../source/cool-down.ts'
import type { Granted } from './attempt.ts'
import { callsOf } from './calls-of.ts'
import { loadAndFill } from './fill.ts'
import { reportForeign } from './foreign.ts'
import { landFound } from './found.ts'
import type { FoundOutcome } from './found-outcome.ts'
import { land } from './landing.ts'
import { type Call, takeTurn } from './queue-up.ts'
import { fetchUnleased, loadUnleased } from './unleased.ts'
import { wantOf } from './want.ts'

export async function fetchAbsent<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
): Promise<void> {
  const started = engine.clock.monotonic()
  for (const flight of flights) engine.waiters.watch(flight, engine.policy.waitTimeout)
  const chunks = callsOf(flights, engine.policy.maxBatchSize)
  await Promise.all(chunks.map((chunk) => fetchChunk(engine, chunk, started)))
}

/** What one call of `load` may be given. Whatever goes wrong, the flights land. */
async function fetchChunk<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
  started: number,
): Promise<void> {
  let open = flights
  while (open.length > 0) {
    const call = await takeTurn(engine, open, {
      kind: 'leased',
      until: ({ watch }) => watch?.impatientAt ?? 0,
      goOn: (flight) => engine.lifecycle.background(fetchChunk(engine, [flight], started)),
    })
    if (call === undefined) return
    try {
      open = await attempt(engine, call, started)
    } catch (error) {
      call.turn.giveBack()
      for (const flight of call.flights) land(engine, flight).fail(error as Error)
      return
    }
  }
}

/** One acquire, and what follows from it. Answers the flights that have to ask again. */
async function attempt<K, V>(
  engine: Engine<K, V>,
  { turn, flights, hasQueued }: Call<K, V>,
  started: number,
): Promise<Flight<K, V>[]> {
  if (hasQueued && flights.every(({ lease }) => engine.gate.parts.isOut(lease))) {
    // Those before them in the queue have waited for the store; they need not do so again.
    engine.lifecycle.background(loadUnleased(engine, flights, 'store-out', turn))
    return []
  }
  const token = engine.clock.token()
  const number = engine.counter.next()
  // What the store has of such a key may be older than an invalidation that readers who join have seen: for nobody.
  const barred = flights.map(({ key }) => engine.invalidations.bars(key))
  const askedAt = engine.clock.monotonic()
  const acquired = await engine.gate.acquire(
    flights.map((flight) => wantOf(engine, flight, token)),
    { timeout: Math.min(...flights.map(({ storeBudget }) => storeBudget)) },
  )
  const spent = engine.clock.monotonic() - askedAt
  const granted: Granted<K, V>[] = []
  const held: Held<K, V>[] = []
  const storeOut: Flight<K, V>[] = []
  const found: { readonly flight: Flight<K, V>; readonly outcome: FoundOutcome | Promise<FoundOutcome> }[] =
    []
  for (const [i, flight] of flights.entries()) {
    const answer = acquired[i]
    flight.spend(spent)
    reportForeign(engine, flight, answer)
    if (answer === undefined) storeOut.push(flight)
    else if (answer.kind === 'granted') granted.push({ flight, grant: answer })
    else if (answer.kind === 'held') {
      flight.hasWaited = true
      held.push({ flight, left: answer.left })
    } else if (answer.kind === 'cooling') {
      noteCooling(engine, flight.key, answer)
      land(engine, flight).fail(coolingAt(engine, flight, answer.until))
    } else {
      if (barred[i]) flight.detached = true
      found.push({ flight, outcome: landFound(engine, flight, answer, barred[i] ? 0 : number) })
    }
  }
  waitForHolders(engine, held)
  if (granted.length > 0)
    engine.lifecycle.background(loadAndFill(engine, granted, { token, started, background: false, turn }))
  else if (storeOut.length > 0) {
    // It is their turn: to queue again would put those who came later first.
    engine.lifecycle.background(loadUnleased(engine, storeOut.splice(0), 'store-out', turn))
  } else turn.giveBack()
  if (storeOut.length > 0) engine.lifecycle.background(fetchUnleased(engine, storeOut, 'store-out'))
  const again: Flight<K, V>[] = []
  const unjudged: Flight<K, V>[] = []
  for (const { flight, outcome } of found) {
    const became = await outcome
    if (became === 'useless') again.push(flight)
    else if (became === 'unjudged') unjudged.push(flight)
  }
  if (unjudged.length > 0) engine.lifecycle.background(fetchUnleased(engine, unjudged, 'store-out'))
  return again
}

function coolingAt<K, V>(
  { name, clock, gate }: Engine<K, V>,
  { lease }: Flight<K, V>,
  until: number,
): CoolingDownError {
  return new CoolingDownError(name, Math.ceil(clock.now() + until - gate.nowFor(lease)))
}

interface Held<K, V> {
  readonly flight: Flight<K, V>
  readonly left: number
}

/** Those woken in the same turn go on together. */
function waitForHolders<K, V>(engine: Engine<K, V>, held: readonly Held<K, V>[]): void {
  const askAgain: Flight<K, V>[] = []
  const loadAlone: Flight<K, V>[] = []
  const goOn = () => {
    engine.lifecycle.background(fetchAbsent(engine, askAgain.splice(0)))
    engine.lifecycle.background(fetchUnleased(engine, loadAlone.splice(0), 'alone'))
  }
  for (const { flight, left } of held) {
    engine.waiters.wait(flight, left, (woken) => {
      if (askAgain.length + loadAlone.length === 0) engine.clock.defer(goOn)
      if (woken === 'news') askAgain.push(flight)
      else loadAlone.push(flight)
    })
  }
}
