/**
 * How many loads of one source may run at once, and how many may queue for that. A slot that is given back goes to the next
 * in line, so that no newcomer overtakes; readers go before refreshes, which nobody waits for.
 */
import type { Cancel, Clock } from './clock.ts'

interface Waiter {
  readonly end: (taken: boolean) => void
}

export class Slots {
  readonly #clock: Clock
  readonly #queue: number
  #free: number
  readonly #readers = new Set<Waiter>()
  readonly #refreshes = new Set<Waiter>()

  /** @param queue The most that wait; beyond that nobody may. */
  constructor(clock: Clock, concurrency: number, queue: number) {
    this.#clock = clock
    this.#free = concurrency
    this.#queue = queue
  }

  /** How many wait. */
  get waiting(): number {
    return this.#readers.size + this.#refreshes.size
  }

  /** One is free only while nobody waits. */
  tryTake(): boolean {
    if (this.#free === 0) return false
    this.#free--
    return true
  }

  /** Resolves with whether a slot was got. Not where the queue is full, not after `patience` ms, and not once closed. */
  take(background: boolean, patience: number): Promise<boolean> {
    if (this.tryTake()) return Promise.resolve(true)
    if (this.waiting >= this.#queue) return Promise.resolve(false)
    const line = background ? this.#refreshes : this.#readers
    return new Promise((resolve) => {
      let cancel: Cancel = () => {}
      const waiter = {
        end(taken: boolean) {
          line.delete(waiter)
          cancel()
          resolve(taken)
        },
      }
      line.add(waiter)
      cancel = this.#clock.after(patience, () => waiter.end(false), { ref: !background })
    })
  }

  giveBack(): void {
    const [next] = this.#readers.size > 0 ? this.#readers : this.#refreshes
    if (next === undefined) this.#free++
    else next.end(true)
  }

  /** Sends everyone who waits away. */
  close(): void {
    for (const waiter of [...this.#readers, ...this.#refreshes]) waiter.end(false)
  }
}
