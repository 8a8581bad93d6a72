/** What a cache tells those who watch it. IDs and counts, never values. */

import { type LarderError, OptionError } from '../errors/errors.ts'
import type { Mode } from '../modes/mode.ts'
import type { State } from '../read/via.ts'
import { callOut } from './call-out.ts'

export interface Events {
  /** A call of the source has settled. `load` is its number, unique in the process and growing. */
  load: {
    readonly loader: string
    readonly load: number
    /** The IDs asked for, as the strings that the loader's `key` gives. */
    readonly ids: readonly string[]
    readonly found: number
    readonly missing: number
    readonly failed: number
    readonly ms: number
    /** Of a refresh or of warming: no reader has asked for it. */
    readonly background: boolean
    /** Why the whole call failed, if it did. */
    readonly error?: unknown
    /** Otherwise: what `load` answered for those IDs that failed, each error once. */
    readonly errors?: readonly Error[]
  }
  /** A read has joined a flight that another read had begun. */
  join: { readonly loader: string; readonly id: string }
  /** Keys were invalidated or primed, and the store has done it. */
  invalidated: { readonly loader: string; readonly ids: readonly string[]; readonly primed: boolean }
  /** Entries have lost their freshness: they may be served stale while they are loaded again, and the store has done it. */
  expired: { readonly loader: string; readonly ids: readonly string[] }
  /** Tags, or all that loaders have, were invalidated, and the store has done it. */
  'tags-invalidated': { readonly tags: readonly string[]; readonly loaders: readonly string[] }
  /** A fill came too late: the key was invalidated or the lease had ended. Nothing was written. */
  'fill-refused': { readonly loader: string; readonly id: string }
  /** An entry of an older version was converted; `written` says whether it was also stored as the current version. */
  upgraded: { readonly loader: string; readonly id: string; readonly from: number; readonly written: boolean }
  /** `upgrade` threw; the older entry counts as absent. */
  'upgrade-failed': {
    readonly loader: string
    readonly id: string
    readonly from: number
    readonly error: unknown
  }
  /**
   * What lies under the key is no entry, or not whole. It counts as absent and will be overwritten. Of what is no text, told
   * when it is about to be, with a `ForeignEntryError`.
   */
  corrupt: { readonly loader: string; readonly id: string; readonly error?: unknown }
  /** What lies under `key`, where the namespace remembers its hottest keys, is not whole, or foreign. It counts as nothing. */
  'hot-keys-corrupt': { readonly key: string }
  /**
   * A value cannot be kept, or takes more than `maxValueBytes`, and is not stored. Told once per loader; not of what is primed,
   * which the promise tells.
   */
  unstorable: {
    readonly loader: string
    readonly path: string
    readonly reason: string
    /** What the codec threw, if it did. */
    readonly error?: unknown
  }
  /** Loads of this key will not begin before `retryAt` (milliseconds since the epoch). */
  'cool-down': {
    readonly loader: string
    readonly id: string
    readonly retryAt: number
    readonly failures: number
  }
  /** Loads of these IDs were not begun, since too many of their source are running; the error says what there is too much of. */
  overloaded: {
    readonly loader: string
    readonly source: string
    readonly ids: readonly string[]
    readonly error: LarderError
  }
  /**
   * A circuit has opened or closed: that of a source, by its name; or one of the store's, for its reads or its writes. While
   * it is open nothing is asked.
   */
  circuit: {
    readonly of: 'source' | 'store'
    readonly name: string
    readonly state: 'open' | 'closed'
    /** Which part of the store, where it has parts. */
    readonly part?: string
  }
  /** The store failed or did not answer in time. The reads concerned went on without it. */
  'store-error': {
    readonly operation: string
    readonly error: LarderError
    /** Which part of the store, where it has parts: on a Redis Cluster the node. */
    readonly part?: string
  }
  /** There is no news of other processes, and why. What is near is then obeyed by its `ttl` alone. Told once per outage. */
  'bus-error': { readonly error: unknown }
  /**
   * In mode `shadow`: what the cache would have served is not what the source answers, twice and with the same entry there.
   * A source that is read without invalidations differs so for as long as entries live. Each entry is told of once.
   */
  mismatch: {
    readonly loader: string
    readonly id: string
    /**
     * To the first difference, as it would be written in code; `it` for the whole, also where one of the two is missing.
     * Property names stand in it; what looks like data instead, and Map keys, do not.
     */
    readonly path: string
    /** Of the entry, in milliseconds. */
    readonly age: number
    /** Of the entry. */
    readonly state: State
  }
  /** A loader was switched to a mode, or, without one, all of them. */
  mode: { readonly mode: Mode; readonly loader?: string }
  /** Invalidations that could not be delivered before the cache closed, or before their entries must have expired. */
  'invalidation-lost': { readonly loader: string; readonly ids: readonly string[] }
  /** The same, of tags and of all that loaders have. */
  'tag-invalidation-lost': { readonly tags: readonly string[]; readonly loaders: readonly string[] }
}

export type EventName = keyof Events
const NAMES = {
  load: true,
  join: true,
  invalidated: true,
  expired: true,
  'tags-invalidated': true,
  'fill-refused': true,
  upgraded: true,
  'upgrade-failed': true,
  corrupt: true,
  'hot-keys-corrupt': true,
  unstorable: true,
  'cool-down': true,
  overloaded: true,
  circuit: true,
  'store-error': true,
  'bus-error': true,
  mismatch: true,
  mode: true,
  'invalidation-lost': true,
  'tag-invalidation-lost': true,
} satisfies Record<EventName, true>
export type Listener<N extends EventName> = (event: Events[N]) => void

export class Emitter {
  readonly #listeners = new Map<EventName, Set<Listener<never>>>()

  /**
   * Returns what ends the listening.
   *
   * @throws OptionError
   */
  on<N extends EventName>(name: N, listener: Listener<N>): () => void {
    if (!Object.hasOwn(NAMES, name))
      throw new OptionError('on: event', `one of ${Object.keys(NAMES).join(', ')}`, name)
    if (typeof listener !== 'function')
      throw new OptionError(`on: listener for ${name}`, 'a function', listener)
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** A listener that throws or rejects harms neither the engine nor the other listeners; Node warns of it. */
  emit<N extends EventName>(name: N, event: Events[N]): void {
    const listeners = this.#listeners.get(name)
    if (listeners === undefined) return
    for (const listener of listeners as Set<Listener<N>>) {
      callOut(`A listener for "${name}"`, () => listener(event))
    }
  }

  clear(): void {
    this.#listeners.clear()
  }
}
