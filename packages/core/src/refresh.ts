/**
 * Refreshing in the background what was served stale or is about to become so (law 2): each key once in the fleet, in
 * batches, and never in a reader's way. Readers do not join a refresh, since they have been served.
 */
import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'
import type { Engine } from './engine.ts'
import { type Granted, loadAndFill } from './fill.ts'
import { Flight, type Wanted } from './flights.ts'
import { ignore } from './store-gate.ts'
import { wantOf } from './want.ts'

/** Forgetting a key costs one `acquire` more, whose answer is that the key rests or is being loaded. */
const MOST_RESTING = 10_000
/** A refresh that runs is under way for as long as its lease lives, and no longer. */
type RestUntil = number

export class Refreshes {
  readonly #now: () => number
  /** Keys that need no refresh before a time: one is running, or the last one failed and they cool down. */
  readonly #resting: LRUCache<string, RestUntil>
  readonly #due = new Map<unknown, Map<string, Wanted<unknown>>>()

  constructor(clock: Clock) {
    this.#now = () => clock.monotonic()
    this.#resting = new LRUCache({ max: MOST_RESTING })
  }

  /** Those that become due in one turn are refreshed together. */
  add<K, V>(engine: Engine<K, V>, wanted: readonly Wanted<K>[]): void {
    if (engine.lifecycle.closed) return
    const due = wanted.filter(({ key }) => !((this.#resting.get(key) ?? 0) > this.#now()))
    const batch = this.#due.get(engine) as Map<string, Wanted<K>> | undefined
    if (batch !== undefined) {
      for (const it of due) batch.set(it.key, it)
    } else if (due.length > 0) {
      const begun = new Map(due.map((it) => [it.key, it]))
      this.#due.set(engine, begun)
      engine.clock.defer(() => {
        this.#due.delete(engine)
        engine.lifecycle.track(this.#refresh(engine, [...begun.values()]))
      })
    }
  }

  /** Nobody need ask for its lease meanwhile. */
  rest(key: string, ms: number): void {
    this.#resting.set(key, this.#now() + ms)
  }

  async #refresh<K, V>(engine: Engine<K, V>, wanted: readonly Wanted<K>[]): Promise<void> {
    if (engine.lifecycle.closed) return
    const started = engine.clock.monotonic()
    const token = engine.clock.token()
    const flights = wanted.map((it) => new Flight<K, V>(it, engine.space.leaseKey(it.text)))
    // It was served: an older version's entry would be no news.
    for (const flight of flights) flight.skipped = engine.olderVersions.length
    const running = this.#now() + engine.policy.leaseLife
    for (const { key } of flights) this.#resting.set(key, running)
    const acquired = await engine.gate
      .acquire(flights.map((flight) => wantOf(engine, flight, token)))
      .catch(ignore)
    const granted: Granted<K, V>[] = []
    for (const [i, flight] of flights.entries()) {
      const answer = acquired?.[i]
      if (answer?.kind === 'granted') granted.push({ flight, grant: answer })
      else if (answer?.kind === 'cooling') this.rest(flight.key, answer.until - engine.gate.now())
      else if (answer?.kind === 'held') this.rest(flight.key, answer.left)
      else this.#resting.delete(flight.key)
    }
    if (granted.length > 0) await loadAndFill(engine, granted, { token, started, background: true })
    // Those that failed rest on, for their cool-down.
    for (const { flight } of granted)
      if (this.#resting.get(flight.key) === running) this.#resting.delete(flight.key)
  }
}
