/**
 * The one door to the store: every operation has a deadline, and what fails becomes a `StoreError`, told once as an
 * event. Whoever asks decides what to do without the answer (law 8: the store's errors never fail a read).
 *
 * `acquire`, `fail` and `release` send a command to each part of the store that they concern. The others are given what
 * concerns one part.
 */
import type { Clock } from './clock.ts'
import { withDeadline } from './deadline.ts'
import { CircuitOpenError, StoreError } from './errors.ts'
import type { Emitter } from './events.ts'
import { inProcessLeases } from './in-process-leases.ts'
import { type Part, Parts } from './parts.ts'
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
import { outcomeOf, StoreCircuits } from './store-circuits.ts'

interface How {
  /** Somebody awaits it, so that it keeps the process alive. Default true. */
  readonly ref?: boolean
  /** Default `storeTimeout`. */
  readonly timeout?: number
}

export class StoreGate {
  readonly bus: Bus | undefined
  readonly parts: Parts
  readonly #store: Store
  readonly #leases: Leases
  /** Of leases that are kept in this process. */
  readonly #leaseKeys: ((prefix: string) => Iterable<string>) | undefined
  readonly #timeout: number
  readonly #clock: Clock
  readonly #events: Emitter
  readonly #circuits: StoreCircuits
  #isClosed = false

  constructor(store: Store, timeout: number, clock: Clock, events: Emitter) {
    const { leases, bus, leaseKeys } = store.leases
      ? { leases: store.leases, bus: store.bus }
      : inProcessLeases(store, clock)
    this.bus = bus
    this.#leaseKeys = leaseKeys
    this.parts = new Parts(store)
    this.#leases = leases
    this.#store = store
    this.#timeout = timeout
    this.#clock = clock
    this.#events = events
    this.#circuits = new StoreCircuits(timeout, clock, events)
  }

  /** On the clock that stamps what is written in this part. */
  now(part: Part): number {
    return this.#store.now(part)
  }

  /** On the clock that stamps what is written under this key. */
  nowFor(key: string): number {
    return this.#store.now(this.parts.of(key))
  }

  readMany(part: Part, keys: readonly string[], how?: How): Promise<(Stored | undefined)[]> {
    return this.#run(READ, part, () => this.#store.readMany(keys), how)
  }

  /** Of what is no entry: without a lease. */
  write(write: Write): Promise<void> {
    const part = this.parts.of(write.key)
    return this.#run('write', part, () => this.#store.writeMany([write]), { ref: false })
  }

  /**
   * Aligned to the wants; `undefined` where a part of the store failed. Never rejects.
   *
   * @param how `timeout`: how much of `storeTimeout` is left for it.
   */
  async acquire(wants: readonly Acquire[], how: How = {}): Promise<(Acquired | undefined)[]> {
    const groups = this.parts.group(wants, leaseOf)
    const acquired = await Promise.all(groups.map((group) => this.#acquire(group, how)))
    if (groups.length === 1) return acquired[0] as (Acquired | undefined)[]
    const byWant = new Map(groups.flatMap((group, g) => group.map((want, i) => [want, acquired[g]?.[i]])))
    return wants.map((want) => byWant.get(want))
  }

  fill(fills: readonly Fill[], how?: How): Promise<boolean[]> {
    return this.#run('fill', this.#partOf(fills), () => this.#leases.fill(fills), how)
  }

  /** Where it fails, the leases end by themselves. Never rejects. */
  fail(failures: readonly Failure[]): Promise<void> {
    return this.#tell('record failures', failures, (group) => this.#leases.fail(group))
  }

  /** Where it fails, the leases end by themselves. Never rejects. */
  release(releases: readonly Release[]): Promise<void> {
    return this.#tell('release leases', releases, (group) => this.#leases.release(group))
  }

  promote(promotions: readonly Promotion[]): Promise<boolean[]> {
    const part = this.#partOf(promotions)
    return this.#run('promote', part, () => this.#leases.promote(promotions), { ref: false })
  }

  invalidate(invalidations: readonly Invalidation[], { ref = true }: How = {}): Promise<boolean[]> {
    const part = this.#partOf(invalidations)
    return this.#run('invalidate', part, () => this.#leases.invalidate(invalidations), { ref, insist: true })
  }

  prime(primes: readonly (Target & { readonly write: Write })[]): Promise<void> {
    const part = this.#partOf(primes)
    return this.#run('prime', part, () => this.#leases.prime(primes), { insist: true })
  }

  /** All keys that begin so; `undefined` where the store cannot tell. Rejects with a `StoreError`. */
  scan(prefix: string): AsyncIterable<string> | undefined {
    const found = this.#store.scan?.(prefix)
    return found && this.#withLeases(found, prefix)
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#store.close()
  }

  async *#withLeases(found: AsyncIterable<string>, prefix: string): AsyncGenerator<string, void> {
    yield* this.#leaseKeys?.(prefix) ?? []
    const keys = found[Symbol.asyncIterator]()
    for (;;) {
      const next = await withDeadline(
        this.#clock,
        this.#timeout,
        'The store\'s answer to "scan"',
        keys.next(),
      ).catch((cause) => {
        throw new StoreError('scan', cause)
      })
      if (next.done) return
      yield next.value
    }
  }

  #partOf([first]: readonly { readonly lease: string }[]): Part {
    return first && this.parts.of(first.lease)
  }

  /** A grant that arrives after its caller gave up is given back, or it would bar the key until it ends. */
  async #acquire(wants: readonly Acquire[], how: How): Promise<(Acquired | undefined)[]> {
    let isLate = false
    const ask = async () => {
      const acquired = await this.#leases.acquire(wants)
      const granted = isLate ? wants.filter((_, i) => acquired[i]?.kind === 'granted') : []
      if (granted.length > 0 && !this.#isClosed)
        this.release(granted.map(({ lease, token }) => ({ lease, token, reason: 'cancelled' })))
      return acquired
    }
    return this.#run('acquire leases', this.#partOf(wants), ask, how).catch(() => {
      isLate = true
      return []
    })
  }

  async #tell<T extends { readonly lease: string }>(
    operation: string,
    items: readonly T[],
    tell: (group: readonly T[]) => Promise<void>,
  ): Promise<void> {
    const groups = this.parts.group(items, leaseOf)
    await Promise.all(
      groups.map((group) =>
        this.#run(operation, this.#partOf(group), () => tell(group), { ref: false }).catch(ignore),
      ),
    )
  }

  async #run<T>(
    operation: string,
    part: Part,
    ask: () => Promise<T>,
    { ref = true, timeout = this.#timeout, insist = false }: How & { readonly insist?: boolean } = {},
  ): Promise<T> {
    const circuit = this.#circuits.of(operation === READ ? 'reads' : 'writes', part)
    const settle = circuit.admit() ?? (insist ? ignore : undefined)
    if (settle === undefined) {
      const retryAt = this.#clock.now() + (circuit.refusesFor ?? 0)
      throw new StoreError(operation, new CircuitOpenError('The store', Math.ceil(retryAt)))
    }
    try {
      const answer = await withDeadline(this.#clock, timeout, `The store's answer to "${operation}"`, ask(), {
        ref,
      })
      settle('well')
      this.parts.answered(part)
      return answer
    } catch (cause) {
      settle(outcomeOf(cause))
      this.parts.failed(part)
      const error = new StoreError(operation, cause)
      this.#events.emit('store-error', { operation, error, ...(part !== undefined && { part }) })
      throw error
    }
  }
}

const READ = 'read'

function leaseOf({ lease }: { readonly lease: string }): string {
  return lease
}

/** For what has been told as an event already. */
export function ignore(): void {}
