/** One chunk of keys, loaded under leases and behind readers: what refreshing and warming have in common. */

import type { Engine } from '../loader/engine.ts'
import { Flight, type Wanted } from '../read/flights.ts'
import { isError } from '../source/answer.ts'
import { noteCooling } from '../source/cool-down.ts'
import { takeTurnBehind } from '../source/turns.ts'
import type { Acquired } from '../store/store.ts'
import type { Granted } from './attempt.ts'
import { loadAndFill } from './fill.ts'
import { reportForeign } from './foreign.ts'
import type { FoundOutcome } from './found-outcome.ts'
import { wantOf } from './want.ts'

/** `present`: there is an entry after all. `skipped`: another attempt loads it, or it cools down. */
export type Became = 'loaded' | 'present' | 'skipped' | 'failed'

interface How<K, V> {
  /** For the lifetimes of all that is loaded, in [0, 1). Default: each draws for itself. */
  readonly draw?: number
  /** Takes what was found, as `landFound` does. */
  readonly takeFound: (
    flight: Flight<K, V>,
    found: Extract<Acquired, { kind: 'found' }>,
  ) => FoundOutcome | Promise<FoundOutcome>
}

/** A flight that no read can join. */
export function flightBehind<K, V>(engine: Engine<K, V>, wanted: Wanted<K>): Flight<K, V> {
  return new Flight(wanted, engine.space.leaseKey(wanted.text), engine.storeTimeout)
}

/** At most `maxBatchSize` flights, in one call of `load`. Resolves when all is stored, aligned to them; never rejects. */
export async function loadBehind<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
  { draw, takeFound }: How<K, V>,
): Promise<Became[]> {
  const { resting, policy, clock } = engine
  const started = clock.monotonic()
  const token = clock.token()
  // For as long as it may wait for its turn and its lease lives, and no longer.
  const longest = policy.waitTimeout + policy.leaseLife
  const rests = new Map(flights.map((flight) => [flight, resting.rest(flight.key, longest)]))
  const endRest = (flight: Flight<K, V>) => resting.end(flight.key, rests.get(flight) as number)
  const became = new Map<Flight<K, V>, Became>()
  const turn = await takeTurnBehind(engine, flights)
  if (!isError(turn)) {
    const granted: Granted<K, V>[] = []
    const found: { readonly flight: Flight<K, V>; readonly outcome: FoundOutcome | Promise<FoundOutcome> }[] =
      []
    let open = flights
    while (open.length > 0) {
      const answers = await acquire(engine, open, token).catch((error) => {
        turn.giveBack()
        throw error
      })
      const again: Flight<K, V>[] = []
      for (const [i, flight] of open.entries()) {
        const answer = answers[i]
        reportForeign(engine, flight, answer)
        if (answer?.kind === 'granted') granted.push({ flight, grant: answer })
        if (answer?.kind === 'held' || answer?.kind === 'cooling') {
          became.set(flight, 'skipped')
          if (answer.kind === 'cooling') noteCooling(engine, flight.key, answer)
          resting.rest(flight.key, restOf(engine, flight, answer))
        }
        if (answer?.kind === 'found') found.push({ flight, outcome: takeFound(flight, answer) })
      }
      for (const { flight, outcome } of found.splice(0)) {
        const whatBecame = await outcome
        if (whatBecame === 'useless') again.push(flight)
        else if (whatBecame === 'landed') {
          became.set(flight, 'present')
          endRest(flight)
        }
      }
      open = again
    }
    if (granted.length > 0) {
      const stored = await loadAndFill(engine, granted, { token, started, background: true, turn, draw })
      for (const { flight } of granted) became.set(flight, stored.has(flight) ? 'loaded' : 'failed')
    } else turn.giveBack()
  }
  // Those that failed rest on, for their cool-down.
  for (const flight of flights) endRest(flight)
  return flights.map((flight) => became.get(flight) ?? 'failed')
}

function acquire<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
  token: string,
): Promise<(Acquired | undefined)[]> {
  const wants = flights.map((flight) => wantOf(engine, flight, token))
  return engine.gate.acquire(wants, { ref: false })
}

function restOf<K, V>(
  { gate }: Engine<K, V>,
  { key }: Flight<K, V>,
  answer: Extract<Acquired, { kind: 'held' | 'cooling' }>,
): number {
  return answer.kind === 'held' ? answer.left : answer.until - gate.nowFor(key)
}
