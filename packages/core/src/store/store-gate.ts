/**
 * The one door to the store: each operation, and the part that it is for. Whoever asks decides what to do where it fails
 * (law 8: the store's errors never fail a read).
 *
 * `acquire`, `fail` and `release` send a command to each part of the store that they concern. The others are given what
 * concerns one part.
 */

import type { Clock } from '../time/clock.ts'
import { guardedScan } from './guarded-scan.ts'
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
  Mark,
  Promotion,
  Release,
  Store,
  Stored,
  Target,
  Write,
} from './store.ts'
import type { StoreCircuit } from './store-circuits.ts'
import { type How, ignore, StoreGuard, type Tell } from './store-guard.ts'

export class StoreGate {
  readonly bus: Bus | undefined
  readonly parts: Parts
  readonly #store: Store
  readonly #leases: Leases
  /** Of leases that are kept in this process. */
  readonly #leaseKeys: ((prefix: string) => Iterable<string>) | undefined
  readonly #guard: StoreGuard
  #isClosed = false

  constructor(store: Store, timeout: number, clock: Clock, tell: Tell) {
    const { leases, bus, leaseKeys } = store.leases
      ? { leases: store.leases, bus: store.bus }
      : inProcessLeases(store, clock)
    this.bus = bus
    this.#leaseKeys = leaseKeys
    this.parts = new Parts(store)
    this.#leases = leases
    this.#store = store
    this.#guard = new StoreGuard(this.parts, timeout, clock, tell)
  }

  /** Those that have been needed so far. */
  get circuits(): readonly StoreCircuit[] {
    return this.#guard.circuits
  }

  /** On the clock that stamps what is written in this part. */
  now(part: Part): number {
    return this.#store.now(part)
  }

  /** On the clock that stamps what is written under this key. */
  nowFor(key: string): number {
    return this.#store.now(this.parts.of(key))
  }

  /** By how much `now` may be wrong. */
  uncertainty(part: Part): number {
    return this.#store.uncertainty?.(part) ?? 0
  }

  readMany(part: Part, keys: readonly string[], how?: How): Promise<(Stored | undefined)[]> {
    return this.#guard.run({ operation: 'read', part, reads: true }, () => this.#store.readMany(keys), how)
  }

  /** Of what is no entry: without a lease. */
  write(write: Write): Promise<void> {
    const part = this.parts.of(write.key)
    return this.#guard.run({ operation: 'write', part }, () => this.#store.writeMany([write]), { ref: false })
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
    const command = { operation: 'fill', part: this.#partOf(fills) }
    return this.#guard.run(command, () => this.#leases.fill(fills), how)
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
    const command = { operation: 'promote', part: this.#partOf(promotions) }
    return this.#guard.run(command, () => this.#leases.promote(promotions), { ref: false })
  }

  invalidate(invalidations: readonly Invalidation[], how?: How): Promise<boolean[]> {
    const command = { operation: 'invalidate', part: this.#partOf(invalidations), insists: true }
    return this.#guard.run(command, () => this.#leases.invalidate(invalidations), how)
  }

  prime(primes: readonly (Target & { readonly write: Write })[]): Promise<void> {
    const command = { operation: 'prime', part: this.#partOf(primes), insists: true }
    return this.#guard.run(command, () => this.#leases.prime(primes))
  }

  expire(targets: readonly Target[]): Promise<boolean[]> {
    const command = { operation: 'expire', part: this.#partOf(targets), insists: true }
    return this.#guard.run(command, () => this.#leases.expire(targets))
  }

  mark(marks: readonly Mark[], how?: How): Promise<void> {
    const [first] = marks
    const command = { operation: 'mark', part: first && this.parts.of(first.key), insists: true }
    return this.#guard.run(command, () => this.#leases.mark(marks), how)
  }

  /** All keys that begin so; `undefined` where the store cannot tell. Rejects with a `StoreError`. */
  scan(prefix: string): AsyncIterable<string> | undefined {
    const found = this.#store.scan?.(prefix)
    return found && guardedScan(this.#guard, found, this.#leaseKeys?.(prefix))
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#store.close()
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
    const command = { operation: 'acquire leases', part: this.#partOf(wants) }
    return this.#guard.run(command, ask, how).catch(() => {
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
        this.#guard
          .run({ operation, part: this.#partOf(group) }, () => tell(group), { ref: false })
          .catch(ignore),
      ),
    )
  }
}

function leaseOf({ lease }: { readonly lease: string }): string {
  return lease
}
