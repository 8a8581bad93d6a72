/** One read of a batch of IDs, while it is under way: the flights that what is not answered waits for. */

import type { CoolingDownError } from '../errors/errors.ts'
import type { Engine } from '../loader/engine.ts'
import type { ReadReport } from '../loader/report.ts'
import { noteAsking } from '../observe/note.ts'
import { coolingDown } from '../source/cool-down.ts'
import { noteNesting, wayApart } from '../source/nesting.ts'
import { countOld } from '../versions/versions.ts'
import { Flight, mayServeStoreOut, type Result, type Wanted } from './flights.ts'
import { type Begun, type How, launch } from './launch.ts'
import { ReadAnswers } from './read-answers.ts'

/** Told of what a read is given for one of its IDs. */
export type Witness<K, V> = (wanted: Wanted<K>, result: Result<V>) => void

interface Landed<K, V> {
  readonly flight: Flight<K, V>
  readonly result: Result<V>
}

export class Read<K, V> extends ReadAnswers<K, V> {
  /** The number of its start: what began or was sent later may be given to it. */
  readonly #began: number
  /** What is left of `storeTimeout` for its commands, ms. */
  storeBudget: number
  /** Milliseconds for which what it loads counts as fresh, at the most: 0 where nobody is to keep it. */
  mostFresh = Number.POSITIVE_INFINITY
  /** Aligned to `ids`: what it waits for. Made when there is anything, as the two below: most reads end without. */
  #awaited: (Flight<K, V> | undefined)[] | undefined
  /** Those of its own that have not taken off. */
  #begun: Begun<K, V> | undefined
  /** Flights whose fill was not confirmed. While the store is out their results will do, unless detached. */
  #unconfirmed: Map<number, Landed<K, V>> | undefined

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
    return this.#awaited !== undefined
  }

  /** Joins the flight of what the store did not have, or begins one; `launch` sends those off together. */
  fetch(at: number, key: string, how: How, seen?: string): void {
    const { flights } = this.engine
    const known = this.#unconfirmed?.get(at)
    const apart =
      how === 'private' || how === 'past' ? how : (wayApart(key) ?? (how === 'fresh' ? how : undefined))
    const flying = apart === undefined ? flights.get(key) : undefined
    if (how === 'store-out' && known !== undefined && mayServeStoreOut(this.engine, known.flight))
      this.#take(at, known.flight, known.result)
    else if (flying !== undefined) this.#join(at, flying)
    else {
      const error = how === 'leased' || how === 'fresh' ? this.#coolingDown(key) : undefined
      if (error === undefined) this.#begin(at, apart ?? how, seen)
      else this.answer(at, error, 'errors')
    }
  }

  /** The store has just been asked for a value; what an older version has stored it shows with the lease alone. */
  #coolingDown(key: string): CoolingDownError | undefined {
    const { engine } = this
    return engine.olderVersions.length > 0 ? undefined : coolingDown(engine, key)
  }

  /** Must happen before the flight's fill is sent: whoever calls this has just seen it among the flights. */
  #join(at: number, flight: Flight<K, V>): void {
    noteNesting(this.engine.source, flight)
    flight.mark = noteAsking(this.engine, flight.mark)
    this.#await(at, flight)
    if (this.#hasJoined(flight))
      this.engine.events.emit('join', { loader: this.engine.name, id: flight.text })
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
    this.#begun ??= {}
    this.#begun[how] ??= []
    this.#begun[how].push(flight)
    this.#await(at, flight)
  }

  #await(at: number, flight: Flight<K, V>): void {
    this.#awaited ??= new Array(this.ids.length)
    this.#awaited[at] = flight
  }

  launch(): void {
    if (this.#begun === undefined) return
    launch(this.engine, this.#begun)
    this.#begun = undefined
  }

  /** Waits for the flights. What the one rule does not allow this read to be given stays open: it is read again. */
  async land(witness?: Witness<K, V>): Promise<void> {
    this.launch()
    const awaited = this.#awaited ?? []
    this.#awaited = undefined
    for (let at = 0; at < awaited.length; at++) {
      const flight = awaited[at]
      if (flight === undefined) continue
      const result = await flight.result
      witness?.(flight, result)
      if (this.engine.rule(result, this.#began) || (await result.accepted())) this.#take(at, flight, result)
      else this.#leaveOpen(at, { flight, result })
    }
  }

  #leaveOpen(at: number, landed: Landed<K, V>): void {
    this.#unconfirmed ??= new Map()
    this.#unconfirmed.set(at, landed)
  }

  #take(at: number, flight: Flight<K, V>, result: Result<V>): void {
    const joined = this.#hasJoined(flight)
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

  /** Another read's. */
  #hasJoined(flight: Flight<K, V>): boolean {
    return flight.begunBy !== this.#began
  }
}
