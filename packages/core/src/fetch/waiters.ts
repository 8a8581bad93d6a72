/**
 * Waiting for whoever holds a lease: woken by the bus, with slow jittered polls as the net for lost messages, until the
 * lease ends or patience does. A flight is watched from before its `acquire` is sent, so that news which arrive ahead of
 * the answer are not missed.
 */

import type { BusMessage } from '../store/store.ts'
import type { Cancel, Clock } from '../time/clock.ts'

/** What ended the waiting. `unstorable`: there is a value, but it will not be in the store. */
export type Woken = 'news' | 'unstorable' | 'out-of-patience'

/** One flight's interest in one lease. */
export interface Watch {
  news: Woken | undefined
  polls: number
  readonly impatientAt: number
  cancel: Cancel | undefined
  wake: ((woken: Woken) => void) | undefined
}

type Watching = { readonly lease: string; watch: Watch | undefined }

const FIRST_POLL = 25
const LONGEST_POLL = 250

export class Waiters {
  readonly #clock: Clock
  #listen: (() => void) | undefined
  readonly #watches = new Map<string, Set<Watch>>()

  /** @param listen Called when the first flight takes off: until then there is no news that anybody needs. */
  constructor(clock: Clock, listen: () => void) {
    this.#clock = clock
    this.#listen = listen
  }

  get size(): number {
    return this.#watches.size
  }

  /** Makes sure that news of the flight's lease reach it, from now on. */
  watch(flight: Watching, patience: number): void {
    if (flight.watch !== undefined) return
    this.#listen?.()
    this.#listen = undefined
    const impatientAt = this.#clock.monotonic() + patience
    flight.watch = { news: undefined, polls: 0, impatientAt, cancel: undefined, wake: undefined }
    const watches = this.#watches.get(flight.lease) ?? new Set()
    this.#watches.set(flight.lease, watches.add(flight.watch))
  }

  unwatch({ lease, watch }: Watching): void {
    const watches = this.#watches.get(lease)
    if (watch !== undefined && watches?.delete(watch) && watches.size === 0) this.#watches.delete(lease)
  }

  /** Calls `wake` once: when there is news, when the lease ends in `left` ms, or at the next poll. */
  wait({ watch }: Watching, left: number, wake: (woken: Woken) => void): void {
    const patience = watch === undefined ? 0 : watch.impatientAt - this.#clock.monotonic()
    if (watch === undefined || patience <= 0) wake('out-of-patience')
    else if (watch.news !== undefined) wake(take(watch))
    else {
      const poll = Math.min(FIRST_POLL * 2 ** watch.polls++, LONGEST_POLL) * (0.75 + this.#clock.random() / 2)
      watch.wake = wake
      watch.cancel = this.#clock.after(Math.min(poll, left + 1, patience), () => this.#wake(watch, 'news'), {
        ref: true,
      })
    }
  }

  /** Calls `wake` once, at the next news, or at once if there are some already; until `ignore`. */
  listen({ watch }: Watching, wake: () => void): void {
    if (watch === undefined) return
    if (watch.news === undefined) watch.wake = wake
    else {
      take(watch)
      wake()
    }
  }

  ignore({ watch }: Watching): void {
    if (watch !== undefined) watch.wake = undefined
  }

  hear(message: BusMessage): void {
    const concerned =
      message.kind === 'gap' ? this.#watches.values() : [this.#watches.get(message.lease) ?? []]
    const woken = message.kind === 'unstorable' ? 'unstorable' : 'news'
    for (const watches of concerned) for (const watch of watches) this.#wake(watch, woken)
  }

  /** Wakes everyone: the cache is closing. */
  close(): void {
    for (const watches of this.#watches.values()) for (const watch of watches) this.#wake(watch, 'news')
  }

  #wake(watch: Watch, woken: Woken): void {
    watch.news = woken
    watch.cancel?.()
    const { wake } = watch
    watch.wake = undefined
    if (wake !== undefined) wake(take(watch))
  }
}

function take(watch: Watch): Woken {
  const news = watch.news ?? 'news'
  watch.news = undefined
  return news
}
