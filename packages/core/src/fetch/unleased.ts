/**
 * Loads that are not written, for want of a lease: because the store is out, because a value cannot be stored, because
 * somebody has waited for a lease long enough, or because the cache is not to be used.
 */

import { type Made, makeEntry, makeMissing } from '../entry/make-entry.ts'
import type { Engine } from '../loader/engine.ts'
import { type Flight, mayServeStoreOut } from '../read/flights.ts'
import type { Found } from '../source/answer.ts'
import { coolingDown, noteFailure } from '../source/cool-down.ts'
import type { Turn } from '../source/slots.ts'
import { callLoad } from '../source/source.ts'
import { callsOf } from './calls-of.ts'
import { land } from './landing.ts'
import { takeTurn } from './queue-up.ts'

/**
 * `alone`: only those who wait when it begins may have it. `past`: only who has begun it, and it goes by the cool-downs that
 * this process knows. `store-out`: so does this, and everyone may have it, until an invalidation of this process detaches it;
 * nobody else's could be heard of anyway.
 */
type Why = 'alone' | 'past' | 'store-out'

/** Never rejects. */
export async function fetchUnleased<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
  why: Why,
): Promise<void> {
  const { policy, waiters } = engine
  if (why === 'store-out') for (const flight of flights) waiters.watch(flight, policy.waitTimeout)
  const chunks = callsOf(flights, policy.maxBatchSize)
  await Promise.all(chunks.map((chunk) => loadChunk(engine, chunk, why)))
}

async function loadChunk<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
  why: Why,
): Promise<void> {
  const { clock, policy, lifecycle } = engine
  // Who is alone has waited for as long as it would.
  const patience = clock.monotonic() + (why === 'alone' ? policy.timeout : policy.waitTimeout)
  const call = await takeTurn(engine, flights, {
    kind: why,
    until: ({ watch }) => (why === 'store-out' ? (watch?.impatientAt ?? patience) : patience),
    goOn: (flight) => lifecycle.background(loadChunk(engine, [flight], why)),
  })
  if (call !== undefined) await loadUnleased(engine, call.flights, why, call.turn)
}

/** At most `maxBatchSize` flights, whose turn it is. Never rejects. */
export async function loadUnleased<K, V>(
  engine: Engine<K, V>,
  wanting: readonly Flight<K, V>[],
  why: Why,
  turn: Turn,
): Promise<void> {
  const flights = why === 'alone' ? wanting : withoutCooling(engine, wanting)
  if (flights.length === 0) return turn.giveBack()
  const call = callLoad(engine, flights, { background: false, turn })
  if (why === 'alone') for (const flight of flights) engine.flights.end(flight)
  const answers = await call.answers
  for (const [i, flight] of flights.entries()) {
    const answer = answers[i] as Found<V>
    land(engine, flight)
    if (why !== 'alone' && call.isBegun) remember(engine, flight, answer)
    try {
      const { served, freshFor } = digest(engine, flight, answer)
      const mayServe = why === 'store-out' && mayServeStoreOut(engine, flight)
      // Nobody has it besides who waits, so nobody hears when it is invalidated.
      flight.succeed(served, {
        via: 'loaded',
        number: call.number,
        accepted: async () => mayServe,
        freshFor: why === 'alone' ? 0 : freshFor,
      })
    } catch (error) {
      flight.fail(error as Error, call.number)
    }
  }
}

/** Lands those that cool down, as far as this process knows. */
function withoutCooling<K, V>(engine: Engine<K, V>, flights: readonly Flight<K, V>[]): Flight<K, V>[] {
  return flights.filter((flight) => {
    const error = coolingDown(engine, flight.key)
    if (error !== undefined) land(engine, flight).fail(error)
    return error === undefined
  })
}

/** The store, which would keep cool-downs for the fleet, is out or not used: so each process keeps its own. */
function remember<K, V>(engine: Engine<K, V>, flight: Flight<K, V>, answer: Found<V>): void {
  if (answer !== 'missing' && 'error' in answer)
    noteFailure(engine, flight, engine.coolDowns.failures(flight.key))
  else engine.coolDowns.forget(flight.key)
}

function digest<K, V>(engine: Engine<K, V>, flight: Flight<K, V>, answer: Found<V>): Made<V> {
  const origin = { stamp: engine.clock.token(), began: 0, delta: 0 }
  if (answer === 'missing') return makeMissing(engine, flight.text, origin)
  if ('error' in answer) throw answer.error
  return makeEntry(engine, flight, answer.value, origin)
}
