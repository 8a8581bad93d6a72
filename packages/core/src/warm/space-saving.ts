/**
 * The keys that occur most often, in bounded memory: Space-Saving, of A. Metwally, D. Agrawal and A. El Abbadi, "Efficient
 * Computation of Frequent and Top-k Elements in Data Streams", ICDT 2005. A key without a counter takes over one of the
 * least counters, count and all, plus one. So of n occurrences no count is too small, none is too large by more than
 * n / size, and every key that occurs more often than that has a counter.
 *
 * In place of the paper's Stream-Summary, lists of lists, one array that stays sorted: a counter that grows by one changes
 * places with the first of those that had as many.
 */
interface Counter<T> {
  key: string
  item: T
  count: number
  /** Its place. */
  at: number
}

export class SpaceSaving<T> {
  readonly #size: number
  readonly #byKey = new Map<string, Counter<T>>()
  /** The greatest count first. */
  readonly #sorted: Counter<T>[] = []
  /** By count: the first place of those that have it. */
  readonly #first = new Map<number, number>()

  /** @param size How many counters there are. */
  constructor(size: number) {
    this.#size = size
  }

  /** @param make What is kept with the key; called where it has no counter yet. */
  count(key: string, make: () => T): void {
    let counter = this.#byKey.get(key)
    if (counter === undefined) {
      counter = this.#sorted.length < this.#size ? this.#add(key, make()) : this.#takeOver(key, make())
      this.#byKey.set(key, counter)
    }
    this.#grow(counter)
  }

  /** Every count counts half as much from now on; what then counts nothing goes. */
  halve(): void {
    this.#first.clear()
    for (const [at, counter] of this.#sorted.entries()) {
      counter.count = Math.floor(counter.count / 2)
      if (counter.count === 0) this.#byKey.delete(counter.key)
      if (!this.#first.has(counter.count)) this.#first.set(counter.count, at)
    }
    this.#sorted.length = this.#first.get(0) ?? this.#sorted.length
    this.#first.delete(0)
  }

  /** The most frequent first. */
  list(): readonly { readonly item: T; readonly count: number }[] {
    return this.#sorted
  }

  /** It counts nothing until it grows. */
  #add(key: string, item: T): Counter<T> {
    const counter = { key, item, count: 0, at: this.#sorted.length }
    this.#first.set(0, counter.at)
    this.#sorted.push(counter)
    return counter
  }

  #takeOver(key: string, item: T): Counter<T> {
    const least = this.#sorted[this.#sorted.length - 1] as Counter<T>
    this.#byKey.delete(least.key)
    least.key = key
    least.item = item
    return least
  }

  #grow(counter: Counter<T>): void {
    const { count, at } = counter
    const first = this.#first.get(count) as number
    const ahead = this.#sorted[first] as Counter<T>
    this.#sorted[at] = ahead
    ahead.at = at
    this.#sorted[first] = counter
    counter.at = first
    counter.count++
    if (this.#sorted[first + 1]?.count === count) this.#first.set(count, first + 1)
    else this.#first.delete(count)
    if (!this.#first.has(counter.count)) this.#first.set(counter.count, first)
  }
}
