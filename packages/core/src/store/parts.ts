/**
 * The parts of a store, which fail by themselves, as the nodes of a Cluster do. Each command goes to one part: so one
 * that is out costs the keys of the others nothing. A store that says nothing of parts is one.
 */
import type { Store } from './store.ts'

/** `undefined` for a store that is one. */
export type Part = string | undefined

export class Parts {
  readonly #store: Pick<Store, 'partOf'>
  /** Those whose last operation to end had failed. */
  readonly #out = new Set<Part>()

  constructor(store: Pick<Store, 'partOf'>) {
    this.#store = store
  }

  /** Then keys need not be made to ask for their part: it is `undefined`. */
  get isOne(): boolean {
    return this.#store.partOf === undefined
  }

  of(key: string): Part {
    return this.#store.partOf?.(key)
  }

  /** `items` in groups, each of one part. */
  group<T>(items: readonly T[], keyOf: (item: T) => string): (readonly T[])[] {
    if (items.length === 0) return []
    if (this.#store.partOf === undefined) return [items]
    const groups = new Map<Part, T[]>()
    for (const item of items) {
      const part = this.of(keyOf(item))
      const group = groups.get(part)
      if (group === undefined) groups.set(part, [item])
      else group.push(item)
    }
    return [...groups.values()]
  }

  /** Those that are out, as far as this process can see. */
  get out(): readonly Part[] {
    return [...this.#out]
  }

  /** As far as this process can see. */
  isOut(key: string): boolean {
    return this.#out.size > 0 && this.#out.has(this.of(key))
  }

  answered(part: Part): void {
    if (this.#out.size > 0) this.#out.delete(part)
  }

  failed(part: Part): void {
    this.#out.add(part)
  }
}
