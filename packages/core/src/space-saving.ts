/**
 * The keys that occur most often, in bounded memory: Space-Saving, of A. Metwally, D. Agrawal and A. El Abbadi, "Efficient
 * Computation of Frequent and Top-k Elements in Data Streams", ICDT 2005. A key without a counter takes over one of the
 * least counters, count and all, plus one. So of n occurrences no count is too small, none is too large by more than
 * n / size, and every key that occurs more often than that has a counter.
 */
interface Counter<T> {
  readonly key: string
  readonly item: T
  count: number
}

export class SpaceSaving<T> {
  readonly #size: number
  readonly #counters = new Map<string, Counter<T>>()
  /** The paper's Stream-Summary: counters by their count, so that one of the least is found at once. */
  readonly #byCount = new Map<number, Set<Counter<T>>>()
  #least = 0

  /** @param size How many counters there are. */
  constructor(size: number) {
    this.#size = size
  }

  /** @param make What is kept with the key; called where it has no counter yet. */
  count(key: string, make: () => T): void {
    const known = this.#counters.get(key)
    if (known !== undefined) {
      this.#leave(known)
      known.count++
      this.#enter(known)
      return
    }
    const isFull = this.#counters.size >= this.#size
    const counter = { key, item: make(), count: 1 + (isFull ? this.#evictLeast() : 0) }
    if (!isFull) this.#least = 1
    this.#counters.set(key, counter)
    this.#enter(counter)
  }

  /** What counted half as long ago counts half as much; what then counts nothing goes. */
  halve(): void {
    const counters = [...this.#counters.values()]
    this.#counters.clear()
    this.#byCount.clear()
    this.#least = Number.POSITIVE_INFINITY
    for (const counter of counters) {
      counter.count = Math.floor(counter.count / 2)
      if (counter.count === 0) continue
      this.#least = Math.min(this.#least, counter.count)
      this.#counters.set(counter.key, counter)
      this.#enter(counter)
    }
  }

  /** The most frequent first. */
  list(): { readonly item: T; readonly count: number }[] {
    return [...this.#counters.values()].sort((a, b) => b.count - a.count)
  }

  #evictLeast(): number {
    const [evicted] = this.#byCount.get(this.#least) as Set<Counter<T>>
    const { key, count } = evicted as Counter<T>
    this.#leave(evicted as Counter<T>)
    this.#counters.delete(key)
    return count
  }

  #enter(counter: Counter<T>): void {
    const same = this.#byCount.get(counter.count)
    if (same === undefined) this.#byCount.set(counter.count, new Set([counter]))
    else same.add(counter)
  }

  /** Whoever leaves the least makes room for one that counts one more: so that is the least then. */
  #leave(counter: Counter<T>): void {
    const same = this.#byCount.get(counter.count) as Set<Counter<T>>
    same.delete(counter)
    if (same.size > 0) return
    this.#byCount.delete(counter.count)
    if (counter.count === this.#least) this.#least++
  }
}
