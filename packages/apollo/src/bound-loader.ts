/** A loader as one request uses it: bound to the request's scope, counted, and with what it has answered. */
import type { Loader, ReadReport } from '@larder/core'
import type { AnyLoader } from './call.ts'
import type { Past } from './past.ts'
import type { Readings } from './readings.ts'
import type { Surroundings } from './request-loader.ts'
import type { UnderWay } from './under-way.ts'

interface Parts {
  readonly loader: AnyLoader
  /** What a scoped loader takes its scope from when it is first used. */
  readonly context: object
  readonly readings: Readings
  readonly report: ReadReport
  /** Of this loader in all operations of the request. */
  readonly memos: readonly Map<string, Promise<unknown>>[]
  readonly past: () => Past
  readonly invalidations: UnderWay
}

/** A class, and no closures: a request makes one for each loader that it uses. */
export class BoundLoader implements Surroundings<unknown, unknown> {
  readonly memo = new Map<string, Promise<unknown>>()
  readonly #parts: Parts
  readonly #isScoped: boolean
  #bound: Loader<unknown, unknown> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#isScoped = 'for' in parts.loader
  }

  bound(): Loader<unknown, unknown> {
    const { loader, context, readings } = this.#parts
    readings.uses++
    // Also to answer from the memo, say with what was primed.
    if (this.#isScoped) readings.isScoped = true
    this.#bound ??= loader.bind(context)
    return this.#bound
  }

  async read(ids: readonly unknown[]): Promise<(unknown | null | Error)[]> {
    const { report, past } = this.#parts
    try {
      return await this.bound().loadMany(ids, { report, past: past() })
    } catch (error) {
      return ids.map(() => error as Error)
    }
  }

  forget(keys: readonly string[]): void {
    for (const memo of this.#parts.memos) for (const key of keys) memo.delete(key)
  }

  forgetAll(): void {
    for (const memo of this.#parts.memos) memo.clear()
  }

  track(invalidation: Promise<void>): void {
    this.#parts.invalidations.add(invalidation)
  }
}
