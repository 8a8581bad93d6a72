/**
 * The one door to the store: every operation has a deadline, and what fails becomes a `StoreError`, told once as an
 * event. Whoever asks decides what to do without the answer (law 8: the store's errors never fail a read).
 */
import type { Clock } from './clock.ts'
import { withDeadline } from './deadline.ts'
import { StoreError } from './errors.ts'
import type { Emitter } from './events.ts'
import { inProcessLeases } from './in-process-leases.ts'
import type {
  Acquire,
  Acquired,
  Bus,
  Failure,
  Fill,
  Invalidation,
  Leases,
  Promotion,
  Release,
  Store,
  Stored,
  Target,
  Write,
} from './store.ts'

export class StoreGate {
  readonly bus: Bus | undefined
  readonly #store: Store
  readonly #leases: Leases
  readonly #timeout: number
  readonly #clock: Clock
  readonly #events: Emitter
  #isOut = false
  #isClosed = false

  constructor(store: Store, timeout: number, clock: Clock, events: Emitter) {
    const { leases, bus } = store.leases
      ? { leases: store.leases, bus: store.bus }
      : inProcessLeases(store, clock)
    this.bus = bus
    this.#leases = leases
    this.#store = store
    this.#timeout = timeout
    this.#clock = clock
    this.#events = events
  }

  /** Whether the last operation that ended had failed: as far as this process can see, the store is out. */
  get isOut(): boolean {
    return this.#isOut
  }

  now(): number {
    return this.#store.now()
  }

  readMany(keys: readonly string[]): Promise<(Stored | undefined)[]> {
    return this.#run('read', () => this.#store.readMany(keys))
  }

  /** A grant that arrives after its caller gave up is given back, or it would bar the key until it ends. */
  async acquire(wants: readonly Acquire[], ref = true): Promise<Acquired[]> {
    let late = false
    return this.#run(
      'acquire leases',
      async () => {
        const acquired = await this.#leases.acquire(wants)
        const granted = late ? wants.filter((_, i) => acquired[i]?.kind === 'granted') : []
        if (granted.length > 0 && !this.#isClosed)
          this.release(granted.map(({ lease, token }) => ({ lease, token, reason: 'cancelled' }))).catch(
            ignore,
          )
        return acquired
      },
      ref,
    ).catch((error) => {
      late = true
      throw error
    })
  }

  fill(fills: readonly Fill[], ref = true): Promise<boolean[]> {
    return this.#run('fill', () => this.#leases.fill(fills), ref)
  }

  fail(failures: readonly Failure[]): Promise<void> {
    return this.#run('record failures', () => this.#leases.fail(failures), false)
  }

  release(releases: readonly Release[]): Promise<void> {
    return this.#run('release leases', () => this.#leases.release(releases), false)
  }

  promote(promotions: readonly Promotion[]): Promise<boolean[]> {
    return this.#run('promote', () => this.#leases.promote(promotions), false)
  }

  invalidate(invalidations: readonly Invalidation[], ref = true): Promise<void> {
    return this.#run('invalidate', () => this.#leases.invalidate(invalidations), ref)
  }

  prime(primes: readonly (Target & { readonly write: Write })[]): Promise<void> {
    return this.#run('prime', () => this.#leases.prime(primes))
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#store.close()
  }

  /** `ref`: somebody awaits it, so that it keeps the process alive. */
  async #run<T>(operation: string, ask: () => Promise<T>, ref = true): Promise<T> {
    try {
      const answer = await withDeadline(
        this.#clock,
        this.#timeout,
        `The store's answer to "${operation}"`,
        ask(),
        { ref },
      )
      this.#isOut = false
      return answer
    } catch (cause) {
      this.#isOut = true
      const error = new StoreError(operation, cause)
      this.#events.emit('store-error', { operation, error })
      throw error
    }
  }
}

/** For what has been told as an event already. */
export function ignore(): void {}
