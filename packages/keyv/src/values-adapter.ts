/** The adapter behind `createKeyv`. An entry's value is the user's own: what Keyv wraps is opened, and wrapped again. */
import { type Loader, OptionError, type Store } from '@larder/core'
import { clearLegacy, legacyOf } from './legacy.ts'
import { openCache } from './open-cache.ts'
import { FOREVER } from './plan-write.ts'
import { StorageAdapter } from './storage-adapter.ts'
import type { ResolvedOptions } from './values-options.ts'

export class ValuesAdapter<V> extends StorageAdapter {
  protected readonly lifeWithoutTtl: number | undefined
  readonly #loader: Loader<string, V>
  readonly #store: Store
  readonly #reads: boolean
  readonly #legacy: string | undefined

  constructor({ open, policy, load, legacy }: ResolvedOptions<V>) {
    const { cache, store } = openCache('createKeyv', open)
    super(cache)
    this.#store = store
    this.#legacy = legacy
    this.#reads = load !== undefined
    this.lifeWithoutTtl = load === undefined && policy.ttl === undefined ? FOREVER : undefined
    this.#loader = cache.loader<string, V>('keyv', load ?? loadNothing, {
      ...policy,
      legacy: legacy === undefined ? undefined : legacyOf(legacy),
    })
  }

  /** None of Keyv's: the cache has one. */
  get namespace(): string | undefined {
    return undefined
  }

  set namespace(namespace: string | undefined) {
    if (!namespace) return
    const advice = 'Make another one: createKeyv({ namespace }).'
    throw new OptionError('createKeyv: keyv.namespace', 'that it stays', namespace, advice)
  }

  override async clear(): Promise<void> {
    if (this.#legacy !== undefined) await clearLegacy(this.#loader, this.#store, this.#legacy)
    await super.clear()
  }

  protected entriesOf(): Loader<string, unknown> {
    return this.#loader as Loader<string, unknown>
  }

  protected override async read(keys: string[]): Promise<unknown[]> {
    return this.#reads ? this.#loader.loadMany(keys) : this.#loader.cachedMany(keys)
  }

  protected taken(handed: unknown): unknown {
    if (typeof handed === 'object' && handed !== null && 'value' in handed) return handed.value
    const advice = 'Leave the serialization of a Keyv that createKeyv made as it is.'
    throw new OptionError('createKeyv: set', '{ value } from Keyv', handed, advice)
  }

  /** Without `expires`: when an entry ends the cache decides, and may serve it for longer. */
  protected given(kept: unknown): unknown {
    return kept === undefined ? undefined : { value: kept }
  }
}

/** Never called: nothing is loaded. */
function loadNothing(): never {
  throw new Error('createKeyv: nothing is loaded.')
}
