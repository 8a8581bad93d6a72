/**
 * How many loads of one source may run at once, and how many may queue for that. A slot that is given back goes to the next
 * in line, so that no newcomer overtakes; readers go before refreshes, which nobody waits for.
 */

/** The right to call the source once. */
export interface Turn {
  /** Of a slot, when the call has really ended. Once. */
  giveBack(): void
  /** The call has timed out, and has not ended. */
  hangs(): void
}

/** A turn without a slot: of a load that a load waits for. */
export const LENT: Turn = { giveBack() {}, hangs() {} }

/** A place in the queue. */
export interface Place {
  /** `undefined` where there was no room, for who has left, once closed, and while nobody may wait. */
  readonly turn: Promise<Turn | undefined>
  /** Ends the waiting. A turn that has come already is not given back. */
  leave(): void
}

type End = (turn: Turn | undefined) => void

const NO_ROOM: Place = { turn: Promise.resolve(undefined), leave() {} }

export class Slots {
  readonly #queue: number
  readonly #all: number
  #free: number
  #hanging = 0
  #isClosed = false
  readonly #readers = new Set<End>()
  readonly #refreshes = new Set<End>()

  /** @param queue The most readers that wait, and the most refreshes; beyond that nobody may. */
  constructor(concurrency: number, queue: number) {
    this.#all = concurrency
    this.#free = concurrency
    this.#queue = queue
  }

  /** How many may run at once. */
  get limit(): number {
    return this.#all
  }

  /** How many run, those that hang included. */
  get taken(): number {
    return this.#all - this.#free
  }

  /** How many wait. */
  get waiting(): number {
    return this.#readers.size + this.#refreshes.size
  }

  /** Of those that run: have timed out, and not ended. */
  get hanging(): number {
    return this.#hanging
  }

  /** One is free only while nobody waits. */
  take(): Turn | undefined {
    if (this.#free === 0) return undefined
    this.#free--
    return this.#slot()
  }

  wait(background: boolean): Place {
    const line = background ? this.#refreshes : this.#readers
    if (this.#isClosed || line.size >= this.#queue) return NO_ROOM
    let end!: End
    const turn = new Promise<Turn | undefined>((resolve) => {
      end = (got) => {
        line.delete(end)
        resolve(got)
      }
      line.add(end)
    })
    return { turn, leave: () => end(undefined) }
  }

  get isFull(): boolean {
    return this.#free === 0
  }

  /** Every slot is taken by a call that has timed out: nobody can tell when one of them will end. */
  get isStuck(): boolean {
    return this.#hanging === this.#all
  }

  /** Sends everyone who waits away. */
  clear(): void {
    for (const end of [...this.#readers, ...this.#refreshes]) end(undefined)
  }

  /** From now on nobody may wait. */
  close(): void {
    this.#isClosed = true
    this.clear()
  }

  #slot(): Turn {
    let isTaken = true
    let isHanging = false
    const giveBack = () => {
      if (!isTaken) return
      isTaken = false
      if (isHanging) this.#hanging--
      const [next] = this.#readers.size > 0 ? this.#readers : this.#refreshes
      if (next === undefined) this.#free++
      else next(this.#slot())
    }
    const hangs = () => {
      if (!isTaken || isHanging) return
      isHanging = true
      this.#hanging++
      if (this.isStuck) this.clear()
    }
    return { giveBack, hangs }
  }
}
