/** The markers of tags in a `memoryStore`: many, and where one has to go for want of room, it still holds, for all the others. */
import { LRUCache } from 'lru-cache'
import { markedAt } from '../tags/marker.ts'
import { bounded } from './bounded.ts'
import type { Stored } from './store.ts'

const MOST = 100_000

export class Markers {
  readonly #texts: LRUCache<string, Stored>
  /** The latest of those that had to go: it stands for whatever is not here. */
  #latestGone: Stored | undefined

  /** @param monotonic Above zero, for lru-cache. */
  constructor(monotonic: () => number, most = MOST) {
    this.#texts = new LRUCache<string, Stored>({
      ...bounded(most),
      ttlResolution: 0,
      perf: { now: monotonic },
      dispose: (text, _key, reason) => {
        if (reason === 'evict' && !(markedAt(text) <= this.#goneAt)) this.#latestGone = text
      },
    })
  }

  get(key: string): Stored | undefined {
    return this.#texts.get(key) ?? this.#latestGone
  }

  set(key: string, text: Stored, options: { readonly ttl: number }): void {
    this.#texts.set(key, text, options)
  }

  delete(key: string): boolean {
    return this.#texts.delete(key)
  }

  keys(): Iterable<string> {
    return this.#texts.keys()
  }

  get #goneAt(): number {
    return this.#latestGone === undefined ? -1 : markedAt(this.#latestGone)
  }
}
