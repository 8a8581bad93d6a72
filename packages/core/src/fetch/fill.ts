/** A leased load: call the source, give everyone their answer, and fill the store, if the fence lets us. */

import { type Made, makeEntry, makeMissing } from '../entry/make-entry.ts'
import type { Engine } from '../loader/engine.ts'
import { noteWritten } from '../observe/note.ts'
import { type Flight, NO } from '../read/flights.ts'
import type { Found } from '../source/answer.ts'
import { coolDown } from '../source/cool-down.ts'
import { callLoad } from '../source/source.ts'
import type { Fill, Release } from '../store/store.ts'
import { ignore } from '../store/store-guard.ts'
import type { Attempt, Granted } from './attempt.ts'
import { land } from './landing.ts'

/** What becomes of a granted flight. */
type Landing<K, V> = Granted<K, V> & { readonly outcome: Made<V> | { readonly error: Error } }

interface Filling<K, V> {
  readonly flight: Flight<K, V>
  readonly fill: Fill
}

/** Those of one command's flights whose fill was accepted. One promise for all: each has many flights. */
type Accepted<K, V> = Promise<ReadonlySet<Flight<K, V>>>
type Filled<K, V> = Map<Flight<K, V>, Accepted<K, V>>

/** One call of `load`. Resolves when all is stored, with what is; never rejects. */
export async function loadAndFill<K, V>(
  engine: Engine<K, V>,
  granted: readonly Granted<K, V>[],
  attempt: Attempt,
): Promise<ReadonlySet<Flight<K, V>>> {
  const flights = granted.map(({ flight }) => flight)
  const call = callLoad(engine, flights, attempt)
  const answers = await call.answers
  const landings = granted.map((it, i): Landing<K, V> => {
    const { flight, grant } = it
    return { flight, grant, outcome: digest(engine, it, answers[i] as Found<V>, attempt) }
  })

  // From here to the sending of the fills nothing waits: joining ends in the block that sends them.
  const fillings = landings.flatMap((landing) => fillingOf(engine, landing, attempt))
  const filled: Filled<K, V> = new Map()
  for (const group of engine.gate.parts.group(fillings, leaseOf)) {
    const accepted = sendFills(engine, group, attempt)
    for (const { flight } of group) filled.set(flight, accepted)
  }
  for (const landing of landings) {
    const { flight, outcome } = landing
    land(engine, flight)
    if ('error' in outcome) flight.fail(outcome.error, call.number)
    else {
      engine.coolDowns.forget(flight.key)
      const { served, freshFor } = outcome
      const accepted = acceptance(engine, landing, filled.get(flight))
      flight.succeed(served, { via: 'loaded', number: call.number, accepted, freshFor })
    }
  }
  await Promise.all([
    ...new Set(filled.values()),
    coolDown(engine, landings, attempt, call.isBegun),
    releaseUnfilled(engine, landings, filled, attempt),
  ])
  const groups = await Promise.all(new Set(filled.values()))
  return new Set(groups.flatMap((accepted) => [...accepted]))
}

/** The one rule's (c). The fence says nothing of tags, so their markers are looked at: which is after joining has ended. */
function acceptance<K, V>(
  engine: Engine<K, V>,
  { flight, grant, outcome }: Landing<K, V>,
  accepted: Accepted<K, V> | undefined,
): () => Promise<boolean> {
  if (accepted === undefined || 'error' in outcome) return NO
  const { tagReads, gate, implied } = engine
  const began = Math.floor(grant.at)
  const times = { at: began, began, tags: outcome.tags }
  const bearer = tagReads.bearerOf(times, gate.parts.of(flight.key), implied)
  const isFilled = async () => (await accepted).has(flight)
  if (bearer === undefined) return isFilled
  return async () => (await isFilled()) && (await tagReads.standing(bearer)) === 'alive'
}

/** The entry to store and the value to give, or the error, of what the source said. */
function digest<K, V>(
  engine: Engine<K, V>,
  { flight, grant }: Granted<K, V>,
  answer: Found<V>,
  { token, started, draw }: Attempt,
): Landing<K, V>['outcome'] {
  const origin = { stamp: token, began: grant.at, delta: engine.clock.monotonic() - started, draw }
  if (answer === 'missing') return makeMissing(engine, flight.text, origin)
  if ('error' in answer) return answer
  try {
    return makeEntry(engine, flight, answer.value, origin)
  } catch (error) {
    return { error: error as Error }
  }
}

/** Where an invalidation has not reached the store yet, the fence is not up yet: such a key is not filled. */
function fillingOf<K, V>(
  engine: Engine<K, V>,
  { flight, outcome }: Landing<K, V>,
  { token }: Attempt,
): Filling<K, V>[] {
  if ('error' in outcome || outcome.write === undefined || engine.invalidations.bars(flight.key)) return []
  const { before, after, life } = outcome.write
  const write = { key: flight.key, before, after, life }
  return [{ flight, fill: { lease: flight.lease, token, write } }]
}

function leaseOf<K, V>({ fill }: Filling<K, V>): string {
  return fill.lease
}

/** The flights whose fill was accepted. A refused fill and a fill whose reply is lost are the same to readers. */
async function sendFills<K, V>(
  engine: Engine<K, V>,
  fillings: readonly Filling<K, V>[],
  { background, token }: Attempt,
): Promise<Set<Flight<K, V>>> {
  const fills = fillings.map(({ fill }) => fill)
  const answers = await engine.gate.fill(fills, { ref: !background }).catch(ignore)
  if (answers === undefined) {
    // Not written, as far as is known: without this, whoever reads next would wait until the lease ends.
    const releases = fills.map(({ lease }): Release => ({ lease, token, reason: 'unstorable' }))
    engine.lifecycle.background(engine.gate.release(releases))
    return new Set()
  }
  const accepted = new Set<Flight<K, V>>()
  for (const [i, { flight, fill }] of fillings.entries()) {
    if (answers[i]) {
      accepted.add(flight)
      noteWritten(engine, 'fill', fill.write)
      engine.near?.forget(flight.key)
    } else engine.events.emit('fill-refused', { loader: engine.name, id: flight.text })
  }
  return accepted
}

/** Leases of what is not stored: those who wait had better not wait for the lease to end. */
async function releaseUnfilled<K, V>(
  engine: Engine<K, V>,
  landings: readonly Landing<K, V>[],
  filled: ReadonlyMap<Flight<K, V>, unknown>,
  { token }: Attempt,
) {
  const releases = landings.flatMap(({ flight, outcome }): Release[] => {
    if ('error' in outcome || filled.has(flight)) return []
    return [{ lease: flight.lease, token, reason: outcome.write === undefined ? 'unstorable' : 'cancelled' }]
  })
  await engine.gate.release(releases)
}
