/**
 * What Keyv 5 and Keyv 6 ask of a storage adapter, answered by a loader. It declares no capabilities, and its methods are
 * native async functions: so both give it a relative ttl, and leave its namespace to it.
 */
import { EventEmitter } from 'node:events'
import { types } from 'node:util'
import type { Cache, Loader } from '@larder/core'
import { Heard } from './heard.ts'
import { planWrite } from './plan-write.ts'

/** What Keyv hands over for `setMany`. */
export interface AdapterEntry {
  readonly key: string
  readonly value: unknown
  /** Milliseconds. */
  readonly ttl?: number | undefined
}

export abstract class StorageAdapter extends EventEmitter {
  /** Keyv 5 has an iterator for adapters only that it knows by these. */
  readonly opts = { dialect: 'redis', url: '' }
  abstract namespace: string | undefined
  readonly #cache: Cache
  readonly #heard: Heard

  protected constructor(cache: Cache) {
    super()
    this.#cache = cache
    this.#heard = new Heard(cache, (error) => this.#tell(error))
  }

  /** The entries of a namespace, by default of the adapter's own. */
  protected abstract entriesOf(namespace?: string): Loader<string, unknown>
  /** What is kept of what Keyv hands over; `undefined`: nothing. */
  protected abstract taken(handed: unknown): unknown
  /** What Keyv gets for what is kept; `undefined`: there is nothing. */
  protected abstract given(kept: unknown): unknown
  /** The lifetime of what is set without a ttl, in milliseconds; `undefined`: the loader's `ttl`. */
  protected abstract readonly lifeWithoutTtl: number | undefined

  /** Aligned to the keys. By default what the cache holds. */
  protected async read(keys: string[]): Promise<unknown[]> {
    return this.entriesOf().cachedMany(keys)
  }

  async get(key: string): Promise<unknown> {
    return (await this.getMany([key]))[0]
  }

  async getMany(keys: string[]): Promise<unknown[]> {
    return this.#give(await this.read(keys))
  }

  async has(key: string): Promise<boolean> {
    return (await this.hasMany([key]))[0] === true
  }

  async hasMany(keys: string[]): Promise<boolean[]> {
    return this.#give(await this.entriesOf().cachedMany(keys)).map((it) => it !== undefined)
  }

  /** Rejects where it cannot be told to be done: Keyv emits that, and answers `false`. */
  async set(key: string, value: unknown, ttl?: number): Promise<boolean> {
    const { id, kept, life } = this.#plan({ key, value, ttl })
    const entries = this.entriesOf()
    if (kept === undefined) await entries.invalidate(id)
    else await entries.prime(id, kept, { ttl: life })
    return true
  }

  /** Aligned to the entries. Rejects where none is done. */
  async setMany(handed: AdapterEntry[]): Promise<boolean[]> {
    const entries = this.entriesOf()
    const failed = new Map<string, unknown>()
    const last = new Map(handed.map((entry) => [entry.key, entry]))
    const plans = Array.from(last.values()).flatMap((entry) => {
      try {
        return this.#plan(entry)
      } catch (error) {
        failed.set(entry.key, error)
        return []
      }
    })
    const kept = plans.filter((plan) => plan.kept !== undefined)
    const gone = plans.filter((plan) => plan.kept === undefined).map(({ id }) => id)
    const [errors, failure] = await Promise.all([
      entries.primeMany(kept.map(({ id, kept: value, life: ttl }) => ({ id, value, ttl }))),
      gone.length > 0 ? entries.invalidateMany(gone).then(nothing, (error: unknown) => error) : undefined,
    ])
    for (const [i, error] of errors.entries()) if (error) failed.set((kept[i] as { id: string }).id, error)
    if (failure !== undefined) for (const id of gone) failed.set(id, failure)
    const [first] = failed.values()
    if (first !== undefined && failed.size === last.size) throw first
    if (first !== undefined) this.#tell(first)
    return handed.map(({ key }) => !failed.has(key))
  }

  async delete(key: string): Promise<boolean> {
    return this.entriesOf().invalidate(key)
  }

  /** Whether any was there. Keyv 6 makes an array of it. */
  async deleteMany(keys: string[]): Promise<boolean> {
    return (await this.entriesOf().invalidateMany(keys)).includes(true)
  }

  async clear(): Promise<void> {
    await this.entriesOf().clear()
  }

  async *iterator(namespace?: string): AsyncGenerator<[key: string, value: unknown], void> {
    for await (const [key, kept] of this.entriesOf(namespace).entries()) {
      const value = this.given(kept)
      if (value !== undefined) yield [key, value]
    }
  }

  /** Closes the cache, and the store with it. */
  async disconnect(): Promise<void> {
    await this.#cache.close()
  }

  /** As an `error` event, where anybody listens. */
  #tell(error: unknown): void {
    if (this.listenerCount('error') === 0) return
    try {
      this.emit('error', error)
    } catch {
      // Keyv 6 listens, and throws what nobody listens to in its turn.
    }
  }

  /** Where a key has an error there is nothing. */
  #give(found: unknown[]): unknown[] {
    const errors = new Set(found.filter(types.isNativeError))
    for (const error of errors) this.#heard.met(error)
    return found.map((it) => (it === undefined || errors.has(it as Error) ? undefined : this.given(it)))
  }

  #plan({ key, value, ttl }: AdapterEntry) {
    return planWrite(key, this.taken(value), ttl ?? 0, this.lifeWithoutTtl)
  }
}

function nothing(): undefined {
  return undefined
}
