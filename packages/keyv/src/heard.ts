/**
 * What a Keyv hears of its cache: an `error` event for each cause, however many wait for it, and for what nobody waits for
 * as well.
 */
import {
  type Cache,
  CacheClosedError,
  CircuitOpenError,
  CoolingDownError,
  ForeignEntryError,
  OverloadedError,
  UnstorableValueError,
} from '@larder/core'
import { CorruptEntryError, DeliveryLostError } from './errors.ts'

export class Heard {
  readonly #tell: (error: unknown) => void
  /** Errors of loads, which the `load` event has told. */
  readonly #ofLoads = new WeakSet<object>()
  /** What has been told in this turn of the event loop. */
  #told: Set<unknown> | undefined

  constructor(cache: Cache, tell: (error: unknown) => void) {
    this.#tell = tell
    // What these meet is told by their promise, and Keyv makes an event of that.
    cache.on('store-error', ({ operation, error }) => !TOLD_BY_PROMISE.includes(operation) && tell(error))
    cache.on('bus-error', ({ error }) => tell(error))
    cache.on('load', ({ error, errors = [], background }) => {
      // Nothing has failed where a refresh ends with the cache.
      if (background && error instanceof CacheClosedError) return
      for (const each of error === undefined ? errors : [error]) {
        this.#ofLoads.add(each as Error)
        tell(each)
      }
    })
    cache.on('upgrade-failed', ({ id, error }) => this.#tellOnce(`upgrade ${id}`, error))
    cache.on('corrupt', ({ loader, id, error }) =>
      // What cannot be decoded says so with a part of it.
      this.#tellOnce(
        `corrupt ${id}`,
        error instanceof ForeignEntryError ? error : new CorruptEntryError(loader),
      ),
    )
    cache.on('unstorable', ({ loader, path, reason, error }) =>
      tell(new UnstorableValueError(loader, { path, reason, advice: ADVICE, cause: error })),
    )
    cache.on('invalidation-lost', ({ loader, ids }) => tell(new DeliveryLostError(loader, ids)))
  }

  /** What a read has met. */
  met(error: Error): void {
    if (this.#ofLoads.has(error)) return
    this.#tellOnce(REFUSALS.find((refusal) => error instanceof refusal) ?? error, error)
  }

  #tellOnce(cause: unknown, error: unknown): void {
    if (this.#told === undefined) {
      this.#told = new Set()
      setImmediate(() => {
        this.#told = undefined
      })
    }
    if (this.#told.has(cause)) return
    this.#told.add(cause)
    this.#tell(error)
  }
}

/** Of the store. */
const TOLD_BY_PROMISE = ['prime', 'invalidate', 'scan']
/** Nothing was asked of the source. Each key has an error of its own, for one reason. */
const REFUSALS = [CoolingDownError, CircuitOpenError, OverloadedError]
const ADVICE = 'It is served, and loaded again with the next read that finds no entry. This is told once.'
