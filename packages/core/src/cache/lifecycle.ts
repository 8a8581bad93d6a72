/** What is going on in a cache, so that closing can end it: running loads, and work that nobody awaits (law 11). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { CacheClosedError } from '../errors/errors.ts'
import { callOut } from '../events/call-out.ts'
import type { Cancel, Clock } from '../time/clock.ts'

export class Lifecycle {
  readonly #namespace: string
  readonly #waitUntil: ((work: Promise<void>) => void) | undefined
  readonly #running = new Set<AbortController>()
  readonly #underWay = new Set<Promise<unknown>>()
  /** The context of whoever made the cache, until it is closed: what it refers to is then let go. */
  #runInContext: (<R>(work: () => R) => R) | undefined = AsyncLocalStorage.snapshot()
  closed = false
  /** Ends the timers of those who have said for how long running loads are waited for. */
  readonly #patience: Cancel[] = []
  #stopWaiting: (() => void) | undefined

  /** @param waitUntil The host's, for work that nobody awaits. */
  constructor(namespace: string, waitUntil: ((work: Promise<void>) => void) | undefined) {
    this.#namespace = namespace
    this.#waitUntil = waitUntil
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
    if (this.#running.size === 0) this.#stopWaiting?.()
  }

  /** Work that closing has to wait for. */
  track(work: Promise<unknown>): Promise<void> {
    this.#underWay.add(work)
    const end = () => void this.#underWay.delete(work)
    return work.then(end, end)
  }

  /** Work that may go on when nobody awaits it any more: the host has to wait for it, too. */
  background(work: Promise<unknown>): void {
    const ended = this.track(work)
    callOut('waitUntil', () => this.#waitUntil?.(ended))
  }

  /** Nothing new begins. */
  close(): void {
    this.closed = true
  }

  /** Resolves when no load is running, and aborts those that still are when `patience` ms are over, or that of `hurry`. */
  async ended(clock: Clock, patience: number): Promise<void> {
    if (this.#running.size > 0 && patience > 0) {
      await new Promise<void>((resolve) => {
        this.#stopWaiting = resolve
        this.hurry(clock, patience)
      })
      this.#stopWaiting = undefined
      for (const cancel of this.#patience.splice(0)) cancel()
    }
    this.#runInContext = undefined
    const error = this.closedError()
    for (const controller of this.#running) controller.abort(error)
  }

  /** `ended` waits `patience` ms from now at the most. */
  hurry(clock: Clock, patience: number): void {
    const stop = this.#stopWaiting
    if (stop === undefined) return
    if (patience <= 0) stop()
    else this.#patience.push(clock.after(patience, stop, { ref: true }))
  }

  /** Resolves when none of that work is left, nor what it has begun. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
  }
}
