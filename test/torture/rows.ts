/** The source of truth: rows with numbers that grow by one with each change. */

export class Rows {
  readonly #numbers = new Map<string, number>()
  /** By row: its changes that the fleet does not obey yet. */
  readonly #unsettled = new Map<string, { count: number; primed: boolean }>()

  number(id: string): number {
    return this.#numbers.get(id) ?? 1
  }

  /**
   * Changes a row, and answers its new number; or `undefined` if it may not be changed now. What is primed is stored as it
   * is: an application primes while it owns the row, or an older row may overtake a newer one. So whoever will prime
   * has the row for itself until the fleet obeys. Those who invalidate may be many.
   */
  change(id: string, primed: boolean): number | undefined {
    const unsettled = this.#unsettled.get(id)
    if (unsettled?.primed || (unsettled && primed)) return undefined
    this.#unsettled.set(id, { count: (unsettled?.count ?? 0) + 1, primed })
    const number = this.number(id) + 1
    this.#numbers.set(id, number)
    return number
  }

  settle(id: string): void {
    const unsettled = this.#unsettled.get(id)
    if (unsettled !== undefined && --unsettled.count === 0) this.#unsettled.delete(id)
  }
}
