/** After a failed load the key rests: base·2ⁿ up to a cap, lengthened by jitter, never shortened (law 4). */

import { CacheClosedError, CoolingDownError } from '../errors/errors.ts'
import type { Attempt, Granted } from '../fetch/attempt.ts'
import type { Engine } from '../loader/engine.ts'
import type { Flight } from '../read/flights.ts'
import type { Acquired, Failure, Release } from '../store/store.ts'

/** How much longer than computed a cool-down may last: it parts the next attempts of keys that failed together. */
const JITTER = 0.1

type Landed<K, V> = Granted<K, V> & { readonly outcome: object }

/** Turns the leases of the failed ones into cool-downs. Where the source was not asked, or the cache ended the load, gives them back. */
export async function coolDown<K, V>(
  engine: Engine<K, V>,
  landings: readonly Landed<K, V>[],
  { token }: Attempt,
  isBegun: boolean,
): Promise<void> {
  const failures: Failure[] = []
  const releases: Release[] = []
  for (const { flight, grant, outcome } of landings) {
    if (!('error' in outcome)) continue
    const { lease } = flight
    if (!isBegun || isCancelled(engine, outcome.error)) releases.push({ lease, token, reason: 'cancelled' })
    else failures.push({ lease, token, ...noteFailure(engine, flight, grant.failures) })
  }
  await Promise.all([engine.gate.fail(failures), engine.gate.release(releases)])
}

/** The source's own errors count while the cache closes, too: other processes go on. */
function isCancelled<K, V>({ lifecycle }: Engine<K, V>, error: unknown): boolean {
  return lifecycle.closed && error instanceof CacheClosedError
}

/** The key rests in this process, and those who listen are told. Answers what the store has to know of it. */
export function noteFailure<K, V>(
  engine: Engine<K, V>,
  flight: Flight<K, V>,
  failuresBefore: number,
): Pick<Failure, 'cool' | 'keep' | 'failures'> {
  const cool = lengthOf(engine, failuresBefore)
  const [keep, failures] = [cool + engine.policy.cooldown.cap, failuresBefore + 1]
  engine.resting.rest(flight.key, cool)
  engine.coolDowns.note(flight.key, cool, keep, failures)
  engine.events.emit('cool-down', {
    loader: engine.name,
    id: flight.text,
    retryAt: engine.clock.now() + cool,
    failures,
  })
  return { cool, keep, failures }
}

/** The store has said so: until then nobody here has to ask it again. */
export function noteCooling<K, V>(
  { gate, policy, coolDowns }: Engine<K, V>,
  key: string,
  { until, failures }: Extract<Acquired, { kind: 'cooling' }>,
): void {
  const left = Math.max(0, until - gate.nowFor(key))
  coolDowns.note(key, left, left + policy.cooldown.cap, failures)
}

/** Why the key is not to be loaded now, as far as this process knows. */
export function coolingDown<K, V>(
  { name, clock, coolDowns }: Engine<K, V>,
  key: string,
): CoolingDownError | undefined {
  const left = coolDowns.left(key)
  return left === 0 ? undefined : new CoolingDownError(name, Math.ceil(clock.now() + left))
}

function lengthOf<K, V>({ policy, clock }: Engine<K, V>, failuresBefore: number): number {
  const { base, cap } = policy.cooldown
  return Math.ceil(Math.min(cap, base * 2 ** failuresBefore) * (1 + JITTER * clock.random()))
}
