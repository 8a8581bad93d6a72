/**
 * Which operation an `error` event of the Keyv belongs to. Keyv tells of many failures by the event alone, and answers as
 * if there were nothing.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AnyKeyv } from './any-keyv.ts'

export interface Outcome<T> {
  /** `undefined` where it rejected. */
  readonly answer: T | undefined
  /** What it rejected with; or the first error that was emitted meanwhile. */
  readonly failure: { readonly cause: unknown } | undefined
}

interface Operation {
  failure: { readonly cause: unknown } | undefined
}

export class EmittedErrors {
  readonly #keyv: AnyKeyv
  readonly #running = new Set<Operation>()
  readonly #current = new AsyncLocalStorage<Operation>()

  /** With the listener, an error that nobody else listens for throws nothing. */
  constructor(keyv: AnyKeyv) {
    this.#keyv = keyv
    keyv.on('error', this.#hear)
  }

  /** Never rejects. */
  async during<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
    const operation: Operation = { failure: undefined }
    this.#running.add(operation)
    try {
      const answer = await this.#current.run(operation, ask)
      return { answer, failure: operation.failure }
    } catch (cause) {
      return { answer: undefined, failure: { cause } }
    } finally {
      this.#running.delete(operation)
    }
  }

  /** Up to Node 22 every promise of the process would go on carrying a storage that is not disabled. */
  close(): void {
    this.#keyv.off('error', this.#hear)
    this.#current.disable()
  }

  /** What comes from elsewhere, such as a connection that is lost, concerns all operations that are running. */
  readonly #hear = (cause: unknown): void => {
    const current = this.#current.getStore()
    const concerned = current !== undefined && this.#running.has(current) ? [current] : this.#running
    for (const operation of concerned) operation.failure ??= { cause }
  }
}
