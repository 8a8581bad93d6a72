/**
 * One flight per key: one fetch, shared by everyone in the process who needs the key meanwhile, under one rule.
 *
 * A read may be given (a) the result of a store command sent after it began, (b) a load begun after it began, or (c) an
 * older load whose fill is sent after the read joined, and is accepted: the fence has then proved that no invalidation
 * lies between. Otherwise it reads again. While the key's part of the store is out nothing is filled, and it may be given (d) a load that
 * no invalidation of this process has detached.
 *
 * A flight can be joined for as long as it is in the map. It leaves the map in the same synchronous block that sends its
 * fill, and when its key is invalidated.
 */

import type { Watch } from '../fetch/waiters.ts'
import type { Loading } from '../source/nesting.ts'
import type { Parts } from '../store/parts.ts'
import type { Served } from './served.ts'
import type { Via } from './via.ts'

/** What one ID is to the store. */
export interface Entity {
  /** The ID as the string that `key` gives. */
  readonly text: string
  /** The key of its current version. */
  readonly key: string
  readonly lease: string
}

/** One key that a read asks for. */
export interface Wanted<K> extends Omit<Entity, 'lease'> {
  readonly id: K
  /** The stamp of an entry that was read and cannot be served. */
  readonly seen: string | undefined
  /** What stands for its flight before those who observe. */
  readonly mark?: object | undefined
}

/** What a flight lands with. */
export type Result<V> = ResultBase &
  ({ readonly served: Served<V>; readonly error?: undefined } | { readonly error: Error })

interface ResultBase {
  readonly via: Via
  /** Of the load or the store command that it came from. */
  readonly number: number
  /** May those have it who began after `number`, and joined before it was filled? Never rejects. */
  readonly accepted: Promise<boolean>
  /** Milliseconds for which it stays fresh. */
  readonly freshFor: number
}

export const NO: Promise<boolean> = Promise.resolve(false)
const YES: Promise<boolean> = Promise.resolve(true)

export class Flight<K, V> implements Wanted<K>, Entity {
  readonly id: K
  readonly text: string
  readonly key: string
  readonly lease: string
  /** The number of the read that began it; 0 for a refresh. */
  readonly begunBy: number
  /** Never rejects; errors are results. */
  readonly result: Promise<Result<V>>
  seen: string | undefined
  mark: object | undefined
  /** How many of the old keys have turned out to be of no use. */
  skipped = 0
  /** What its readers have left of `storeTimeout`, ms: all commands of a read together may take so long. */
  storeBudget: number
  /** Entries whose load did not begin after this, on the store's clock, will not do. */
  since = -1
  /** It was told to wait: from then on it asks while others load, which costs its readers nothing. */
  hasWaited = false
  /** What it lands with may be older than an invalidation of this process. */
  detached = false
  /** Where news of its lease arrive. */
  watch: Watch | undefined
  /** Loads that wait for it. */
  awaitedBy: Set<Loading> | undefined
  /** A load waits for it: it does not wait for a slot. */
  isNested = false
  /** A load of its own source waits for it: it is not refused by the circuit that has admitted that one. */
  isAdmitted = false
  /** Nobody can join it: what it lands with is for one read alone. */
  readonly isApart: boolean
  /** While it waits for a turn at the source: lets it go on without one. */
  lend: (() => void) | undefined
  #resolve!: (result: Result<V>) => void

  constructor(wanted: Wanted<K>, lease: string, storeBudget: number, begunBy = 0, isApart = false) {
    this.id = wanted.id
    this.text = wanted.text
    this.key = wanted.key
    this.seen = wanted.seen
    this.mark = wanted.mark
    this.lease = lease
    this.storeBudget = storeBudget
    this.begunBy = begunBy
    this.isApart = isApart
    this.result = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  succeed(served: Served<V>, { via, number, accepted, freshFor }: ResultBase): void {
    this.#resolve({ served, via, number, accepted, freshFor })
  }

  /** An error goes to everyone who waits: it is no value that could be too old. Without a load, the number is 0. */
  fail(error: Error, number = 0): void {
    this.#resolve({ error, via: 'loaded', number, accepted: YES, freshFor: Number.POSITIVE_INFINITY })
  }
}

/** May a read that began as number `began` be given the result at once? */
export type JoinRule = (result: { readonly number: number }, began: number) => boolean

/** The one rule's (a) and (b); (c) and (d) are the result's `accepted`. */
export const givenIfYounger: JoinRule = (result, began) => began < result.number

/** The one rule's (d). Once the store answers again, others' invalidations can be heard of: then it holds no longer. */
export function mayServeStoreOut<K, V>(
  engine: { readonly gate: { readonly parts: Pick<Parts, 'isOut'> } },
  flight: Flight<K, V>,
): boolean {
  return engine.gate.parts.isOut(flight.key) && !flight.detached
}

export class Flights<K, V> {
  readonly #flights = new Map<string, Flight<K, V>>()

  get size(): number {
    return this.#flights.size
  }

  count(isSuch: (flight: Flight<K, V>) => boolean): number {
    return [...this.#flights.values()].filter(isSuch).length
  }

  get(key: string): Flight<K, V> | undefined {
    return this.#flights.get(key)
  }

  begin(flight: Flight<K, V>): void {
    this.#flights.set(flight.key, flight)
  }

  /** Nobody can join it any more. */
  end(flight: Flight<K, V>): void {
    if (this.#flights.get(flight.key) === flight) this.#flights.delete(flight.key)
  }

  /**
   * Its key was invalidated: who reads from now on takes another flight. A flight that waits for a lease or a turn may stay:
   * all that it can land with is still to begin. Were it detached, too, a key that is invalidated again and again would
   * gather waiting flights, which all ask at each news.
   */
  detach(key: string): void {
    const flight = this.#flights.get(key)
    if (flight === undefined || flight.watch?.wake !== undefined) return
    flight.detached = true
    this.#flights.delete(key)
  }
}
