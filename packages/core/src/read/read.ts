/** One read of a batch of IDs, while it is under way: the flights that what is not answered waits for. */

import type { CoolingDownError } from '../errors/errors.ts'
import { fetchAbsent } from '../fetch/fetch-absent.ts'
import { fetchUnleased } from '../fetch/unleased.ts'
import type { Engine } from '../loader/engine.ts'
import type { ReadReport } from '../loader/report.ts'
import { noteAsking } from '../observe/note.ts'
import { coolingDown } from '../source/cool-down.ts'
import { type Apart, noteNesting, wayApart } from '../source/nesting.ts'
import { countOld } from '../versions/versions.ts'
import { depart } from './depart.ts'
import { Flight, mayServeStoreOut, type Result, type Wanted } from './flights.ts'
import { ReadAnswers } from './read-answers.ts'

/**
 * How to fetch what the read did not find. `store-out`: without the store, which does not answer. Apart: with nobody else,
 * in a flight that cannot be joined. `past`: likewise, and without the store. `fresh`: likewise, and under a lease, by a
 * load that begins from now on.
 */
type How = 'leased' | 'store-out' | 'fresh' | 'past' | Apart

interface Fetch<K, V> {
  readonly at: number
  readonly flight: Flight<K, V>
  readonly joined: boolean
}

/** Told of what a read is given for one of its IDs. */
export type Witness<K, V> = (wanted: Wanted<K>, result: Result<V>) => void

type Landed<K, V> = Fetch<K, V> & { readonly result: Result<V> }

export class Read<K, V> extends ReadAnswers<K, V> {
  /** The number of its start: what began or was sent later may be given to it. */
  readonly #began: number
  /** What is left of `storeTimeout` for its commands, ms. */
  storeBudget: number
  /** Milliseconds for which what it loads counts as fresh, at the most: 0 where nobody is to keep it. */
  mostFresh = Number.POSITIVE_INFINITY
  #fetches: Fetch<K, V>[] = []
  readonly #begun: Record<How, Flight<K, V>[]> = {
    leased: [],
    'store-out': [],
    fresh: [],
    past: [],
    private: [],
    single: [],
  }
  /** Flights whose fill was not confirmed. While the store is out their results will do, unless detached. */
  readonly #unconfirmed = new Map<number, Landed<K, V>>()

  constructor(engine: Engine<K, V>, ids: readonly K[], report: ReadReport | undefined, mayLoad = true) {
    super(engine, ids, report, mayLoad)
    this.storeBudget = engine.storeTimeout
    this.#began = engine.counter.next()
  }

  /** What was asked of the store at `askedAt`, on the monotonic clock, has taken until now. */
  spend(askedAt: number): void {
    this.storeBudget = Math.max(1, this.storeBudget - (this.engine.clock.monotonic() - askedAt))
  }

  get isFetching(): boolean {
    return this.#fetches.length > 0
  }

  /** Joins the flight of what the store did not have, or begins one; `launch` sends those off together. */
  fetch(at: number, how: How, seen?: string): void {
    const { flights } = this.engine
    const key = this.keyAt(at)
    const known = this.#unconfirmed.get(at)
    const apart =
      how === 'private' || how === 'past' ? how : (wayApart(key) ?? (how === 'fresh' ? how : undefined))
    const flying = apart === undefined ? flights.get(key) : undefined
    if (how === 'store-out' && known !== undefined && mayServeStoreOut(this.engine, known.flight))
      this.#take(known)
    else if (flying !== undefined) this.#join(at, flying)
    else {
      const error = how === 'leased' || how === 'fresh' ? this.#coolingDown(at) : undefined
      if (error === undefined) this.#begin(at, apart ?? how, seen)
      else this.answer(at, error, 'errors')
    }
  }

  /** The store has just been asked for a value; what an older version has stored it shows with the lease alone. */
  #coolingDown(at: number): CoolingDownError | undefined {
    const { engine } = this
    return engine.olderVersions.length > 0 ? undefined : coolingDown(engine, this.keyAt(at))
  }

  /** Must happen before the flight's fill is sent: whoever calls this has just seen it among the flights. */
  #join(at: number, flight: Flight<K, V>): void {
    const joined = flight.begunBy !== this.#began
    noteNesting(this.engine.source, flight)
    flight.mark = noteAsking(this.engine, flight.mark)
    this.#fetches.push({ at, flight, joined })
    if (joined) this.engine.events.emit('join', { loader: this.engine.name, id: flight.text })
  }

  #begin(at: number, how: How, seen: string | undefined): void {
    const { flights, space } = this.engine
    const wanted = this.wanted(at, seen)
    const isApart = how !== 'leased' && how !== 'store-out'
    const lease = space.leaseKey(wanted.text)
    const flight = new Flight<K, V>(wanted, lease, this.storeBudget, this.#began, isApart)
    noteNesting(this.engine.source, flight)
    flight.mark = noteAsking(this.engine)
    if (!isApart) flights.begin(flight)
    if (how === 'fresh') {
      flight.since = this.engine.gate.nowFor(flight.key)
      flight.skipped = countOld(this.engine)
    }
    this.#begun[how].push(flight)
    this.#fetches.push({ at, flight, joined: false })
  }

  launch(): void {
    const { leased, fresh, 'store-out': storeOut, past, private: alone, single } = this.#begun
    this.#launch([...leased.splice(0), ...fresh.splice(0)], (flights) =>
      depart(this.engine, flights, 'leased', fetchAbsent),
    )
    this.#launch(storeOut.splice(0), (flights) =>
      depart(this.engine, flights, 'store-out', (engine, all) => fetchUnleased(engine, all, 'store-out')),
    )
    for (const group of [alone.splice(0), ...single.splice(0).map((flight) => [flight])])
      this.#launch(group, (flights) => fetchUnleased(this.engine, flights, 'alone'))
    this.#launch(past.splice(0), (flights) => fetchUnleased(this.engine, flights, 'past'))
  }

  /** Whatever goes wrong, a flight lands: its readers are told instead of waiting for ever. */
  #launch(
    flights: readonly Flight<K, V>[],
    fetch: (flights: readonly Flight<K, V>[]) => Promise<void>,
  ): void {
    if (flights.length === 0) return
    const fetching = fetch(flights).catch((error) => {
      for (const flight of flights) {
        this.engine.flights.end(flight)
        flight.fail(error)
      }
    })
    this.engine.lifecycle.background(fetching)
  }

  /** Waits for the flights. What the one rule does not allow this read to be given stays open: it is read again. */
  async land(witness?: Witness<K, V>): Promise<void> {
    this.launch()
    const fetches = this.#fetches
    this.#fetches = []
    for (const fetch of fetches) {
      const result = await fetch.flight.result
      const landed = { ...fetch, result }
      witness?.(fetch.flight, result)
      if (this.engine.rule(result, this.#began) || (await result.accepted())) this.#take(landed)
      else this.#unconfirmed.set(fetch.at, landed)
    }
  }

  #take({ at, joined, result }: Landed<K, V>): void {
    if (!joined && result.via === 'loaded') this.countLoad(result.number)
    try {
      if (result.error !== undefined) this.answer(at, result.error, 'errors')
      else {
        const freshFor = Math.min(result.freshFor, this.mostFresh)
        this.answer(at, result.served.take(), joined ? 'joined' : result.via, freshFor)
      }
    } catch (error) {
      this.answer(at, error as Error, 'errors')
    }
  }
}
