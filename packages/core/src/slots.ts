/**
 * How many loads of one source may run at once, and how many may queue for that. A slot that is given back goes to the next
 * in line, so that no newcomer overtakes; readers go before refreshes, which nobody waits for.
 */
import type { Clock } from './clock.ts'

/** The right to call the source once. */
export interface Turn {
  /** Of a slot, when the call has really ended. Once. */
  giveBack(): void
}

/** A turn that takes no slot: of a load within a load, whose slot it uses. */
export const LENT: Turn = { giveBack() {} }

/** A place in the queue. */
export interface Place {
  /** `undefined` where there was no room, where patience has ended, or once closed. */
  readonly turn: Promise<Turn | undefined>
  /** Ends the waiting: somebody who waits for this one lends the slot that he has. */
  lend(): void
}

type End = (turn: Turn | undefined) => void

const NO_ROOM: Place = { turn: Promise.resolve(undefined), lend() {} }

export class Slots {
  readonly #clock: Clock
  readonly #queue: number
  #free: number
  readonly #readers = new Set<End>()
  readonly #refreshes = new Set<End>()

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
  take(): Turn | undefined {
    if (this.#free === 0) return undefined
    this.#free--
    return this.#slot()
  }

  /** @param patience How long it may take, ms. */
  wait(background: boolean, patience: number): Place {
    if (this.waiting >= this.#queue) return NO_ROOM
    const line = background ? this.#refreshes : this.#readers
    let end!: End
    const turn = new Promise<Turn | undefined>((resolve) => {
      const cancel = this.#clock.after(patience, () => end(undefined), { ref: !background })
      end = (got) => {
        line.delete(end)
        cancel()
        resolve(got)
      }
      line.add(end)
    })
    return { turn, lend: () => end(LENT) }
  }

  /** Sends everyone who waits away. */
  close(): void {
    for (const end of [...this.#readers, ...this.#refreshes]) end(undefined)
  }

  #slot(): Turn {
    let isTaken = true
    const giveBack = () => {
      if (!isTaken) return
      isTaken = false
      const [next] = this.#readers.size > 0 ? this.#readers : this.#refreshes
      if (next === undefined) this.#free++
      else next(this.#slot())
    }
    return { giveBack }
  }
}
