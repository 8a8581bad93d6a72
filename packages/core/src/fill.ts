/** A leased load: call the source, give everyone their answer, and fill the store, if the fence lets us. */
import type { Found } from './answer.ts'
import type { Attempt, Granted } from './attempt.ts'
import { chunksOf } from './chunks.ts'
import { coolDown } from './cool-down.ts'
import type { Engine } from './engine.ts'
import { NO } from './flights.ts'
import { type Made, makeEntry, makeMissing } from './make-entry.ts'
import { callLoad } from './source.ts'
import type { Fill, Release } from './store.ts'
import { ignore } from './store-gate.ts'

/** What becomes of a granted flight. */
type Landing<K, V> = Granted<K, V> & { readonly outcome: Made<V> | { readonly error: Error } }

/** Loads in chunks of `maxBatchSize`, each settled by itself. Resolves when all is stored; never rejects. */
export async function loadAndFill<K, V>(
  engine: Engine<K, V>,
  granted: readonly Granted<K, V>[],
  attempt: Attempt,
): Promise<void> {
  await Promise.all(
    chunksOf(granted, engine.policy.maxBatchSize).map((chunk) => loadChunk(engine, chunk, attempt)),
  )
}

async function loadChunk<K, V>(
  engine: Engine<K, V>,
  granted: readonly Granted<K, V>[],
  attempt: Attempt,
): Promise<void> {
  const flights = granted.map(({ flight }) => flight)
  const call = callLoad(engine, flights, attempt.background)
  const answers = await call.answers
  const landings = granted.map((it, i) => ({
    ...it,
    outcome: digest(engine, it, answers[i] as Found<V>, attempt),
  }))

  // From here to the sending of the fills nothing waits: joining ends in the block that sends them.
  const fills = landings.flatMap((landing) => fillOf(engine, landing, attempt))
  const filled = fills.length === 0 ? undefined : sendFills(engine, fills, landings, attempt)
  for (const { flight, outcome } of landings) {
    engine.flights.end(flight)
    engine.waiters.unwatch(flight)
    if ('error' in outcome) flight.fail(outcome.error, call.number)
    else
      flight.succeed(
        outcome.served,
        'loaded',
        call.number,
        filled?.then((accepted) => accepted.has(flight.lease)) ?? NO,
      )
  }
  await Promise.all([
    filled,
    coolDown(engine, landings, attempt),
    releaseUnfilled(engine, landings, fills, attempt),
  ])
}

/** The entry to store and the value to give, or the error, of what the source said. */
function digest<K, V>(
  engine: Engine<K, V>,
  { flight, grant }: Granted<K, V>,
  answer: Found<V>,
  { token, started }: Attempt,
): Landing<K, V>['outcome'] {
  const origin = { stamp: token, began: grant.at, delta: engine.clock.monotonic() - started }
  if (answer === 'missing') return makeMissing(engine, flight.text, origin)
  if ('error' in answer) return answer
  try {
    return makeEntry(engine, flight.text, answer.value, origin)
  } catch (error) {
    return { error: error as Error }
  }
}

/** Where an invalidation has not reached the store yet, the fence is not up yet: such a key is not filled. */
function fillOf<K, V>(engine: Engine<K, V>, { flight, outcome }: Landing<K, V>, { token }: Attempt): Fill[] {
  if ('error' in outcome || outcome.write === undefined || engine.invalidations.bars(flight.key)) return []
  return [{ lease: flight.lease, token, write: { key: flight.key, ...outcome.write } }]
}

/** The leases whose fill was accepted. A refused fill and a fill whose reply is lost are the same to readers. */
async function sendFills<K, V>(
  engine: Engine<K, V>,
  fills: readonly Fill[],
  landings: readonly Landing<K, V>[],
  { background, token }: Attempt,
): Promise<Set<string>> {
  const answers = await engine.gate.fill(fills, !background).catch(ignore)
  if (answers === undefined) {
    // Not written, as far as is known: without this, whoever reads next would wait until the lease ends.
    const releases = fills.map(({ lease }): Release => ({ lease, token, reason: 'unstorable' }))
    engine.lifecycle.track(engine.gate.release(releases).catch(ignore))
    return new Set()
  }
  const accepted = new Set(fills.filter((_, i) => answers[i]).map(({ lease }) => lease))
  for (const { flight } of landings) {
    const refused = fills.some(({ lease }) => lease === flight.lease) && !accepted.has(flight.lease)
    if (refused) engine.events.emit('fill-refused', { loader: engine.name, id: flight.text })
  }
  return accepted
}

/** Leases of what is not stored: those who wait had better not wait for the lease to end. */
async function releaseUnfilled<K, V>(
  engine: Engine<K, V>,
  landings: readonly Landing<K, V>[],
  fills: readonly Fill[],
  { token }: Attempt,
) {
  const filled = new Set(fills.map(({ lease }) => lease))
  const releases = landings.flatMap(({ flight: { lease }, outcome }): Release[] => {
    if ('error' in outcome || filled.has(lease)) return []
    return [{ lease, token, reason: outcome.write === undefined ? 'unstorable' : 'cancelled' }]
  })
  if (releases.length > 0) await engine.gate.release(releases).catch(ignore)
}
