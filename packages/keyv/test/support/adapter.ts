import { EventEmitter } from 'node:events'

type Operation = 'get' | 'set' | 'delete' | 'getMany' | 'setMany' | 'deleteMany'

/** What an operation does that meets a fault, instead of its work. */
export type Fault = () => Promise<unknown>

/**
 * A Keyv adapter over a Map, with a record of its calls and with faults that the test puts in. Lifetimes are left to
 * Keyv. Its kind `many` has the operations for many keys at once, the kind `single` has not.
 */
export class Adapter extends EventEmitter {
  readonly map = new Map<string, unknown>()
  readonly calls: Operation[] = []
  readonly #faults = new Map<Operation, Fault>()

  inject(fault: Fault, ...operations: readonly Operation[]): void {
    for (const operation of operations.length > 0 ? operations : ALL) this.#faults.set(operation, fault)
  }

  heal(): void {
    this.#faults.clear()
  }

  /** How often each operation was called since the last time. */
  counts(): Partial<Record<Operation, number>> {
    const counts: Partial<Record<Operation, number>> = {}
    for (const operation of this.calls.splice(0)) counts[operation] = (counts[operation] ?? 0) + 1
    return counts
  }

  async get(key: string) {
    return this.run('get', () => this.map.get(key))
  }

  async set(key: string, value: unknown) {
    return this.run('set', () => {
      this.map.set(key, value)
      return true
    })
  }

  async delete(key: string) {
    return this.run('delete', () => this.map.delete(key))
  }

  async clear() {
    this.map.clear()
  }

  protected async run(operation: Operation, work: () => unknown) {
    this.calls.push(operation)
    const fault = this.#faults.get(operation)
    return fault === undefined ? work() : fault()
  }
}

class ManyAdapter extends Adapter {
  async getMany(keys: string[]) {
    return this.run('getMany', () => keys.map((key) => this.map.get(key)))
  }

  async setMany(entries: readonly { readonly key: string; readonly value: unknown }[]) {
    return this.run('setMany', () => {
      for (const { key, value } of entries) this.map.set(key, value)
    })
  }

  async deleteMany(keys: string[]) {
    return this.run('deleteMany', () => keys.map((key) => this.map.delete(key)).every(Boolean))
  }
}

export const kinds = [
  { kind: 'many', open: (): Adapter => new ManyAdapter() },
  { kind: 'single', open: (): Adapter => new Adapter() },
] as const

export const ALL = ['get', 'set', 'delete', 'getMany', 'setMany', 'deleteMany'] as const
export const READS = ['get', 'getMany'] as const
export const WRITES = ['set', 'setMany'] as const
export const DELETES = ['delete', 'deleteMany'] as const

export const rejects: Fault = () => Promise.reject(new Error('the backend is out'))

/** As adapters do that tell of a failure by an event, and answer as if there were nothing. */
export const emitsFrom = (adapter: Adapter): Fault => {
  return async () => void adapter.emit('error', new Error('the backend is out'))
}
