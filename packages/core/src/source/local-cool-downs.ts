/**
 * What this process knows of keys whose load has failed: why it need not ask the store for a lease, and all there is to go
 * by while the store is out (law 4).
 */
import { LRUCache } from 'lru-cache'
import { bounded } from '../store/bounded.ts'
import type { Clock } from '../time/clock.ts'

interface CoolDown {
  /** On the monotonic clock. */
  readonly until: number
  readonly failures: number
  readonly rememberUntil: number
}

/** Forgetting a key costs one `acquire` more; while the store is out one call of the source. */
const MOST = 10_000

export class LocalCoolDowns {
  readonly #clock: Clock
  readonly #keys = new LRUCache<string, CoolDown>(bounded(MOST))

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Milliseconds for which the key is not loaded again; 0 where it may be. */
  left(key: string): number {
    const coolDown = this.#keys.get(key)
    return coolDown === undefined ? 0 : Math.max(0, coolDown.until - this.#clock.monotonic())
  }

  /** Loads of the key that have failed in a row, as far as is remembered. */
  failures(key: string): number {
    const coolDown = this.#keys.get(key)
    return coolDown !== undefined && coolDown.rememberUntil > this.#clock.monotonic() ? coolDown.failures : 0
  }

  note(key: string, cool: number, keep: number, failures: number): void {
    const now = this.#clock.monotonic()
    this.#keys.set(key, { until: now + cool, failures, rememberUntil: now + keep })
  }

  forget(key: string): void {
    this.#keys.delete(key)
  }
}
