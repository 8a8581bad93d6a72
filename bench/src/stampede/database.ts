/** A database with one pool of connections for all who ask it. Whoever finds them all taken waits in turn. */

export const CONNECTIONS = 20
/** Ms that a query holds its connection. */
export const QUERY_MS = 400

export interface Counts {
  readonly queries: number
  /** The most connections that were taken at one time. */
  readonly connections: number
}

export class Database {
  #isOpen = true
  #waiting: (() => void)[] = []
  #taken = 0
  #mostTaken = 0
  #asked = 0
  #begun = 0

  /** Calls back when it is answered, with the query's number; never where it was closed before the query's turn. */
  query(answer: (query: number) => void): void {
    this.#asked += 1
    if (!this.#isOpen) return
    const begin = () => {
      const query = ++this.#begun
      this.#taken += 1
      this.#mostTaken = Math.max(this.#mostTaken, this.#taken)
      setTimeout(() => {
        this.#taken -= 1
        this.#waiting.shift()?.()
        answer(query)
      }, QUERY_MS)
    }
    if (this.#taken < CONNECTIONS) begin()
    else this.#waiting.push(begin)
  }

  /** The number of the query that began last. */
  get last(): number {
    return this.#begun
  }

  get isIdle(): boolean {
    return this.#taken === 0
  }

  open(): void {
    this.#isOpen = true
  }

  /** Those who wait for a connection, or still come, are not answered. Queries that have begun are. */
  close(): void {
    this.#isOpen = false
    this.#waiting = []
  }

  /** Since it was last asked; queries that never got a connection count, too. */
  takeCounts(): Counts {
    const counts = { queries: this.#asked, connections: this.#mostTaken }
    this.#asked = 0
    this.#mostTaken = 0
    return counts
  }
}
