/** A source in the test's hands: rows in a Map, a `load` over them, and a record of its calls. */
import type { Fault } from './faults.ts'

export interface LoaderSpy<K, V, C> {
  /** What the source holds; change it freely. An `Error` as a row is answered as that ID's error. */
  readonly rows: Map<K, V | Error>
  /** Give this to `cache.loader`. Its answer is aligned to the IDs, `null` where there is no row. */
  readonly load: (ids: readonly K[], context: C) => Promise<(V | Error | null)[]>
  /** The calls so far, those that met a fault included. */
  readonly calls: readonly LoadCall<K, C>[]
  /** How often each ID was asked for, over all calls: 1 where law 1 holds for a fleet that has read it once. */
  countOf(id: K): number
  /** The calls from now on go through the fault, in place of the one that was there. Rows are read when it executes. */
  inject(fault: Fault): void
  /** From now on this is answered instead of rows, in whatever shape. */
  answer(give: (ids: readonly K[]) => unknown): void
  /** Takes out the fault and the answer. */
  heal(): void
}

export interface LoadCall<K, C> {
  readonly ids: readonly K[]
  /** What `load` was given with the IDs: its signal, its scope. */
  readonly context: C
}

export function loaderSpy<
  K,
  V,
  C extends { readonly signal: AbortSignal } = { readonly signal: AbortSignal },
>(rows: Iterable<readonly [K, V | Error]> = []): LoaderSpy<K, V, C> {
  const held = new Map(rows)
  const calls: LoadCall<K, C>[] = []
  const readRows = (ids: readonly K[]): unknown => ids.map((id) => held.get(id) ?? null)
  let give = readRows
  let fault: Fault | undefined

  return {
    rows: held,
    calls,
    load(ids, context) {
      calls.push({ ids: [...ids], context })
      const execute = async () => give(ids) as (V | Error | null)[]
      return fault === undefined ? execute() : fault(execute)
    },
    countOf: (id) => calls.reduce((count, { ids }) => count + ids.filter((asked) => asked === id).length, 0),
    inject(next) {
      fault = next
    },
    answer(next) {
      give = next
    },
    heal() {
      fault = undefined
      give = readRows
    },
  }
}
