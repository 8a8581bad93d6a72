/** Keys that need no refresh for a while: one is running, or the last one failed and they cool down. */
import { LRUCache } from 'lru-cache'
import { bounded } from '../store/bounded.ts'
import type { Clock } from '../time/clock.ts'

/** Forgetting a key costs one `acquire` more, whose answer is that the key rests or is being loaded. */
const MOST = 10_000

export class Resting {
  readonly #now: () => number
  /** By key: until when. */
  readonly #keys = new LRUCache<string, number>(bounded(MOST))

  constructor(clock: Clock) {
    this.#now = () => clock.monotonic()
  }

  has(key: string): boolean {
    const until = this.#keys.get(key)
    return until !== undefined && until > this.#now()
  }

  /** Answers until when. */
  rest(key: string, ms: number): number {
    const until = this.#now() + ms
    this.#keys.set(key, until)
    return until
  }

  /** Ends a rest, unless it is another one by now. */
  end(key: string, until: number): void {
    if (this.#keys.get(key) === until) this.#keys.delete(key)
  }
}
