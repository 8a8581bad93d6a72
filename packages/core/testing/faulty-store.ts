/** Any store, with a record of what is asked of it, and with faults that the test puts in and takes out. */
import type { Leases, Store } from '../src/store/store.ts'
import type { Fault } from './faults.ts'

/** What is recorded, and what a fault can be put into. */
export type StoreOperation = 'readMany' | 'writeMany' | 'deleteMany' | keyof Leases

export interface FaultyStore extends Store {
  /**
   * The calls of an operation so far, each as the keys that it named: the values' keys, or for an operation of the
   * leases the leases' keys. Calls that met a fault are among them.
   */
  calls(operation: StoreOperation): readonly (readonly string[])[]
  /** The calls of these operations from now on go through the fault, in place of the one that was there. */
  inject(fault: Fault, ...operations: readonly StoreOperation[]): void
  /** The same for every operation. */
  injectEverywhere(fault: Fault): void
  /** Takes out all faults. */
  heal(): void
}

const byKey = ({ key }: { readonly key: string }) => key
const byLease = ({ lease }: { readonly lease: string }) => lease

/** It has leases, a bus and `scan` where `store` has them. `bus`, `scan`, `now` and `close` go through untouched. */
export function faultyStore(store: Store): FaultyStore {
  const { leases, bus, scan } = store
  const calls = new Map<StoreOperation, string[][]>()
  const faults = new Map<StoreOperation, Fault>()
  let everywhere: Fault | undefined

  function wrap<I, R>(
    operation: StoreOperation,
    keyOf: (item: NoInfer<I>) => string,
    run: (items: readonly I[]) => Promise<R>,
  ) {
    const recorded: string[][] = []
    calls.set(operation, recorded)
    return (items: readonly I[]): Promise<R> => {
      recorded.push(items.map(keyOf))
      const fault = faults.get(operation) ?? everywhere
      return fault === undefined ? run(items) : fault(() => run(items))
    }
  }

  const wrapLeases = (leases: Leases): Leases => ({
    acquire: wrap('acquire', byLease, (wants) => leases.acquire(wants)),
    fill: wrap('fill', byLease, (fills) => leases.fill(fills)),
    fail: wrap('fail', byLease, (failures) => leases.fail(failures)),
    release: wrap('release', byLease, (releases) => leases.release(releases)),
    promote: wrap('promote', byLease, (promotions) => leases.promote(promotions)),
    invalidate: wrap('invalidate', byLease, (targets) => leases.invalidate(targets)),
    prime: wrap('prime', byLease, (primes) => leases.prime(primes)),
    expire: wrap('expire', byLease, (targets) => leases.expire(targets)),
    mark: wrap('mark', byKey, (marks) => leases.mark(marks)),
  })

  return {
    readMany: wrap('readMany', String, (keys) => store.readMany(keys)),
    writeMany: wrap('writeMany', byKey, (writes) => store.writeMany(writes)),
    deleteMany: wrap('deleteMany', String, (keys) => store.deleteMany(keys)),
    now: (part) => store.now(part),
    ...(store.uncertainty && { uncertainty: (part) => store.uncertainty?.(part) as number }),
    ...(store.partOf && { partOf: (key) => store.partOf?.(key) as string }),
    ...(leases && { leases: wrapLeases(leases) }),
    ...(bus && { bus }),
    ...(scan && { scan: (prefix) => scan.call(store, prefix) }),
    close: () => store.close(),

    calls: (operation) => calls.get(operation) ?? [],
    inject(fault, ...operations) {
      for (const operation of operations) faults.set(operation, fault)
    },
    injectEverywhere(fault) {
      faults.clear()
      everywhere = fault
    },
    heal() {
      faults.clear()
      everywhere = undefined
    },
  }
}
