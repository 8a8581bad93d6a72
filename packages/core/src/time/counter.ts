/**
 * Numbers the starts of reads, of store commands and of loads in this process, in one row. Whether a read may be given
 * a result is a comparison of two of these numbers; see `flights.ts`.
 */
export class Counter {
  #last = 0

  next(): number {
    return ++this.#last
  }
}
