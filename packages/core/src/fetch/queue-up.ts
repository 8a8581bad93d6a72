/**
 * Readers' turns at the source. Who finds no slot free queues up, and what is queued is a call: flights that come while it
 * waits get on it, up to `maxBatchSize`, so that a source that is behind is asked for more at a time. Those who wait look
 * into the store now and then, and when there is news: what they want may be there, and then they need no turn.
 */

import { OverloadedError } from '../errors/errors.ts'
import type { Engine } from '../loader/engine.ts'
import type { Flight } from '../read/flights.ts'
import type { Turn } from '../source/slots.ts'
import { refusalOf, turnAtOnce } from '../source/turns.ts'
import { land } from './landing.ts'
import { isWorthALook, lookAgain } from './look-again.ts'
import { WaitingCall } from './waiting-call.ts'

/**
 * What the call is for, and so what may be on it together. `leased`: it takes leases first. `store-out`: it is loaded
 * without the store. `alone`: those on it have waited for others long enough. `past`: they want nothing of the store.
 */
export type Kind = 'leased' | 'store-out' | 'alone' | 'past'

/** A turn, and those whose call it is. */
export interface Call<K, V> {
  readonly turn: Turn
  readonly flights: readonly Flight<K, V>[]
  readonly hasQueued: boolean
}

interface How<K, V> {
  readonly kind: Kind
  /** When this one loses patience, on the monotonic clock. */
  readonly until: (flight: Flight<K, V>) => number
  /** A load waits for this one: it goes on by itself, now. */
  readonly goOn: (flight: Flight<K, V>) => void
}

const FIRST_POLL = 250
const LONGEST_POLL = 2_000

/** `undefined` where nothing is left to do: they have landed, or got on a call that waits already. */
export async function takeTurn<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
  how: How<K, V>,
): Promise<Call<K, V> | undefined> {
  const turn = turnAtOnce(engine, flights)
  if (turn !== undefined) return { turn, flights, hasQueued: false }
  if (!mayLook(how.kind) || !flights.some((flight) => isWorthALook(engine, flight)))
    return queueUp(engine, flights, how)
  const open = await lookAgain(engine, flights)
  if (open.length === 0) return undefined
  const late = turnAtOnce(engine, open)
  return late === undefined ? queueUp(engine, open, how) : { turn: late, flights: open, hasQueued: false }
}

async function queueUp<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
  how: How<K, V>,
): Promise<Call<K, V> | undefined> {
  const { waitingCalls, waiters } = engine
  const refusal = refusalOf(engine, flights)
  if (refusal !== undefined) return refuse(engine, flights, refusal)
  const name = `${how.kind} ${engine.space.prefix}`
  const others = boardAll(engine, waitingCalls.get(name), flights, how)
  if (others.length === 0) return undefined
  const call = new WaitingCall<K, V>(waiters)
  // Flights of one key, one of which an invalidation has detached, are not on one call.
  for (const flight of boardAll(engine, call, others, how)) how.goOn(flight)
  waitingCalls.set(name, call)
  const turn = await waitForTurn(engine, call, how.kind)
  if (waitingCalls.get(name) === call) waitingCalls.delete(name)
  const open = call.close()
  if (turn !== undefined && open.length > 0) return { turn, flights: open, hasQueued: true }
  turn?.giveBack()
  // Refused by a circuit that has opened meanwhile, say: an older version's entry will do.
  const absent = mayLook(how.kind) && open.length > 0 ? await lookAgain(engine, open) : open
  const { name: loader, source } = engine
  return refuse(
    engine,
    absent,
    refusalOf(engine, absent) ?? new OverloadedError(loader, source.name, 'queue'),
  )
}

/** Answers those that the call has no room for. */
function boardAll<K, V>(
  { policy }: Engine<K, V>,
  call: WaitingCall<K, V> | undefined,
  flights: readonly Flight<K, V>[],
  { until, goOn }: How<K, V>,
): Flight<K, V>[] {
  return flights.filter((flight) => {
    if (!call?.hasRoomFor(flight, policy.maxBatchSize)) return true
    call.board(flight, until(flight), () => goOn(flight))
    return false
  })
}

/** The turn, unless all have left before, or nobody may wait any more. */
async function waitForTurn<K, V>(
  engine: Engine<K, V>,
  call: WaitingCall<K, V>,
  kind: Kind,
): Promise<Turn | undefined> {
  const { clock, source, name } = engine
  const place = source.slots.wait(false)
  let turn: Turn | undefined
  let isOver = false
  const over = place.turn.then((it) => {
    turn = it
    isOver = true
  })
  for (let polls = 0; ; polls++) {
    const poll = Math.min(FIRST_POLL * 2 ** polls, LONGEST_POLL) * (0.75 + clock.random() / 2)
    await call.sleep(clock, Math.max(0, Math.min(poll, call.patientUntil - clock.monotonic())), over)
    if (isOver) break
    const error = new OverloadedError(name, source.name, 'patience')
    refuse(engine, call.takeImpatient(clock.monotonic()), error)
    if (mayLook(kind) && call.size > 0) {
      const waiting = call.flights
      const open = new Set(await lookAgain(engine, waiting))
      for (const flight of waiting) if (!open.has(flight)) call.leave(flight)
    }
    if (isOver) break
    if (call.size === 0) {
      call.close()
      break
    }
  }
  place.leave()
  await over
  return turn
}

/** Into the store, for what they want. */
function mayLook(kind: Kind): boolean {
  return kind !== 'store-out' && kind !== 'past'
}

function refuse<K, V>(engine: Engine<K, V>, flights: readonly Flight<K, V>[], error: Error): undefined {
  for (const flight of flights) land(engine, flight).fail(error)
  if (error instanceof OverloadedError && flights.length > 0)
    engine.events.emit('overloaded', {
      loader: engine.name,
      source: engine.source.name,
      ids: flights.map(({ text }) => text),
      error,
    })
}
