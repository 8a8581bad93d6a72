/** A call of `load` that waits for its turn: the flights on it, how long each of them will wait, and what wakes it. */

import type { Flight } from '../read/flights.ts'
import type { Clock } from '../time/clock.ts'
import type { Waiters } from './waiters.ts'

/** Milliseconds from one look to the next that news may bring about. */
const SHORTEST = 25

interface Boarded<K, V> {
  readonly flight: Flight<K, V>
  /** On the monotonic clock. */
  readonly until: number
}

export class WaitingCall<K, V> {
  readonly #waiters: Waiters
  readonly #boarded = new Map<string, Boarded<K, V>>()
  #wake: (() => void) | undefined
  #isClosed = false

  constructor(waiters: Waiters) {
    this.#waiters = waiters
  }

  get size(): number {
    return this.#boarded.size
  }

  get flights(): Flight<K, V>[] {
    return Array.from(this.#boarded.values(), ({ flight }) => flight)
  }

  /** When the first of them loses patience. */
  get patientUntil(): number {
    return Math.min(...Array.from(this.#boarded.values(), ({ until }) => until))
  }

  /** A key is loaded once in a call. */
  hasRoomFor({ key }: Flight<K, V>, most: number): boolean {
    return !this.#isClosed && this.size < most && !this.#boarded.has(key)
  }

  /** Nobody may get on any more. Answers those who are on it, and no longer wait. */
  close(): Flight<K, V>[] {
    this.#isClosed = true
    const flights = this.flights
    for (const flight of flights) this.leave(flight)
    return flights
  }

  /** @param lent Called when a load waits for the flight, which is then no longer on this call. */
  board(flight: Flight<K, V>, until: number, lent: () => void): void {
    this.#boarded.set(flight.key, { flight, until })
    flight.lend = () => {
      this.leave(flight)
      if (this.size === 0) this.#wake?.()
      lent()
    }
    if (this.#wake !== undefined) this.#listen(flight)
  }

  leave(flight: Flight<K, V>): void {
    flight.lend = undefined
    this.#waiters.ignore(flight)
    this.#boarded.delete(flight.key)
  }

  /** Those who have lost patience leave. */
  takeImpatient(now: number): Flight<K, V>[] {
    const impatient = [...this.#boarded.values()].filter(({ until }) => until <= now)
    for (const { flight } of impatient) this.leave(flight)
    return impatient.map(({ flight }) => flight)
  }

  /** Resolves when the turn has come, after `ms`, or shortly after news of one of its flights. */
  async sleep(clock: Clock, ms: number, turn: Promise<void>): Promise<void> {
    const began = clock.monotonic()
    await new Promise<void>((resolve) => {
      let cancel = clock.after(ms, resolve, { ref: true })
      this.#wake = () => {
        cancel()
        cancel = clock.after(Math.max(0, began + SHORTEST - clock.monotonic()), resolve, { ref: true })
        this.#wake = () => {}
      }
      turn.then(() => {
        cancel()
        resolve()
      })
      for (const { flight } of this.#boarded.values()) this.#listen(flight)
    })
    this.#wake = undefined
    // What is found from now on may be older than the next invalidation: that detaches them.
    for (const { flight } of this.#boarded.values()) this.#waiters.ignore(flight)
  }

  /** It goes on waiting when it is woken: until the look begins, an invalidation leaves it as it is. */
  #listen(flight: Flight<K, V>): void {
    const woken = () => {
      this.#waiters.listen(flight, woken)
      this.#wake?.()
    }
    this.#waiters.listen(flight, woken)
  }
}
