import type { Loader, LoaderPolicy, ScopedLoader } from '@larder/core'
import { checkOptions } from './check-options.ts'
import { OPEN_OPTIONS, type OpenOptions, openCache } from './open-cache.ts'
import { FOREVER } from './plan-write.ts'
import { StorageAdapter } from './storage-adapter.ts'

export interface LarderKeyvOptions
  extends OpenOptions,
    Pick<LoaderPolicy<string, unknown>, 'jitter' | 'maxValueBytes'> {}

/**
 * A storage adapter for Keyv 5 and Keyv 6 over a Larder store: `new Keyv({ store: new LarderKeyv({ store }) })`. It keeps
 * what Keyv hands over, whatever Keyv's serialization, compression and namespace are, and gives it back.
 *
 * The `get`s of one tick are one command to the store, each key once; `getMany`, `setMany`, `deleteMany` are one as well. A
 * `set` keeps its ttl exactly. What `setMany` writes lives for between ttl·(1−jitter) and ttl, each entry for its own time,
 * so that what was written together does not end together. Without a ttl an entry stays for a hundred years.
 *
 * Where the store fails or does not answer within `storeTimeout`, a `get` answers `undefined` and the error is an `error`
 * event; a `set` or a `delete` rejects, of which Keyv makes an `error` event and `false`. Nothing is thrown for want of a
 * listener.
 *
 * The adapter has one namespace, as all adapters of Keyv: that of the Keyv it was given to last. Make one for each Keyv.
 *
 * @throws OptionError
 */
export class LarderKeyv extends StorageAdapter {
  protected readonly lifeWithoutTtl = FOREVER
  readonly #loader: ScopedLoader<string, unknown, never, string | false>
  #namespace: string | undefined
  #entries: Loader<string, unknown>

  constructor(options: LarderKeyvOptions = {}) {
    checkOptions('LarderKeyv', options, [...OPEN_OPTIONS, 'jitter', 'maxValueBytes'])
    const { jitter, maxValueBytes, ...others } = options
    const { cache } = openCache('LarderKeyv', others)
    super(cache)
    this.#loader = cache.loader('keyv-raw', loadNothing, {
      scope: (namespace: never): string | false => scopeOf(namespace),
      jitter,
      maxValueBytes,
    })
    this.#entries = this.#loader.for(scopeOf(undefined))
  }

  /** Keyv's. Set by Keyv. */
  get namespace(): string | undefined {
    return this.#namespace
  }

  set namespace(namespace: string | undefined) {
    this.#entries = this.#loader.for(scopeOf(namespace))
    this.#namespace = namespace
  }

  protected entriesOf(namespace = this.#namespace): Loader<string, unknown> {
    return namespace === this.#namespace ? this.#entries : this.#loader.for(scopeOf(namespace))
  }

  protected taken(handed: unknown): unknown {
    return handed ?? undefined
  }

  protected given(kept: unknown): unknown {
    return kept ?? undefined
  }
}

/** No namespace is a scope of its own, which is no text. */
function scopeOf(namespace: string | undefined): string | false {
  return namespace ? namespace : false
}

/** Never called: nothing is loaded. */
function loadNothing(): never {
  throw new Error('LarderKeyv: nothing is loaded.')
}
