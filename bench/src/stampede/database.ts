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
  #waiting: (() => void)[] = []
  #taken = 0
  #mostTaken = 0
  #asked = 0
  #begun = 0

  /** Calls back when it is answered, with the query's number; never where the queue was dropped before its turn. */
  query(answer: (query: number) => void): void {
    this.#asked += 1
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

  /** Those who wait for a connection wait no more. */
  dropQueue(): void {
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
