/** What is going on in a cache, so that closing can end it: running loads, and work that nobody awaits (law 11). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { CacheClosedError } from './errors.ts'

export class Lifecycle {
  readonly #namespace: string
  readonly #running = new Set<AbortController>()
  readonly #background = new Set<Promise<unknown>>()
  /** The context of whoever made the cache, until it is closed: what it refers to is then let go. */
  #runInContext: (<R>(work: () => R) => R) | undefined = AsyncLocalStorage.snapshot()
  closed = false

  constructor(namespace: string) {
    this.#namespace = namespace
  }

  /** @throws CacheClosedError */
  checkOpen(): void {
    if (this.closed) throw this.closedError()
  }

  closedError(): CacheClosedError {
    return new CacheClosedError(this.#namespace)
  }

  /**
   * Law 5: a load runs in the context of whoever made the cache, not of whoever came first.
   *
   * @throws CacheClosedError
   */
  runInCacheContext<R>(work: () => R): R {
    if (this.#runInContext === undefined) throw this.closedError()
    return this.#runInContext(work)
  }

  begin(): AbortController {
    const controller = new AbortController()
    this.#running.add(controller)
    return controller
  }

  end(controller: AbortController): void {
    this.#running.delete(controller)
  }

  /** Work that nobody awaits. */
  track(work: Promise<unknown>): void {
    this.#background.add(work)
    const end = () => void this.#background.delete(work)
    work.then(end, end)
  }

  /** Aborts the running loads. */
  close(): void {
    this.closed = true
    this.#runInContext = undefined
    const error = this.closedError()
    for (const controller of this.#running) controller.abort(error)
  }

  async settled(): Promise<void> {
    while (this.#background.size > 0) await Promise.allSettled(this.#background)
  }
}
