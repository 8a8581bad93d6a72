/** What the functions of the engine work on: one loader in one scope, and what it shares with the rest of the cache. */

import type { Lifecycle } from '../cache/lifecycle.ts'
import type { KeySpace } from '../entry/key.ts'
import type { Emitter } from '../events/events.ts'
import type { Resting } from '../fetch/resting.ts'
import type { Waiters } from '../fetch/waiters.ts'
import type { WaitingCall } from '../fetch/waiting-call.ts'
import type { Invalidated } from '../invalidate/invalidated.ts'
import type { Invalidations } from '../invalidate/invalidations.ts'
import type { LoaderMode } from '../modes/mode.ts'
import type { Shadow } from '../modes/shadow.ts'
import type { Observers } from '../observe/observers.ts'
import type { Policy } from '../options/settings.ts'
import type { Departure } from '../read/depart.ts'
import type { Flights, JoinRule } from '../read/flights.ts'
import type { NearCache } from '../read/near-cache.ts'
import type { TickReads } from '../read/tick-reads.ts'
import type { LocalCoolDowns } from '../source/local-cool-downs.ts'
import type { Source } from '../source/sources.ts'
import type { StoreGate } from '../store/store-gate.ts'
import type { Implied } from '../tags/bearer.ts'
import type { TagInvalidations } from '../tags/tag-invalidations.ts'
import type { TagReads } from '../tags/tag-reads.ts'
import type { Clock } from '../time/clock.ts'
import type { Counter } from '../time/counter.ts'
import type { HotKeys } from '../warm/hot-keys.ts'

/** What all loaders of a cache share. */
export interface Shared {
  readonly namespace: string
  readonly storeTimeout: number
  readonly clock: Clock
  readonly counter: Counter
  readonly events: Emitter
  readonly observers: Observers
  readonly gate: StoreGate
  readonly near: NearCache | undefined
  readonly hot: HotKeys | undefined
  readonly reads: TickReads
  readonly tags: TagInvalidations
  readonly tagReads: TagReads
  readonly waiters: Waiters
  readonly lifecycle: Lifecycle
  readonly rule: JoinRule
}

/** One loader, in all of its scopes. */
export interface LoaderParts<K, V> extends Shared {
  readonly name: string
  readonly load: LoadFunction<K, V>
  readonly policy: Policy<K, V>
  readonly mode: LoaderMode
  readonly shadow: Shadow
  readonly source: Source
  /** Older versions that `upgrade` reaches, newest first. */
  readonly olderVersions: readonly number[]
  readonly flights: Flights<K, V>
  readonly resting: Resting
  readonly coolDowns: LocalCoolDowns
  /** By kind and scope: what the reads of this turn have to fetch. */
  readonly departures: Map<string, Departure<K, V>>
  /** By kind and scope: the call that who finds no slot free gets on. */
  readonly waitingCalls: Map<string, WaitingCall<K, V>>
  readonly invalidations: Invalidations<Invalidated>
  /** Reports something once in the life of the loader. */
  readonly once: Set<'unstorable'>
}

/** One loader in one scope. */
export interface Engine<K, V> extends LoaderParts<K, V> {
  readonly space: KeySpace
  /** What all of its entries bear; `undefined` without `tags`. */
  readonly implied: Implied | undefined
  readonly scope: unknown
}

/** `load` as the engine calls it: what its context holds is checked at the door, the scope's type with it. */
export type LoadFunction<K, V> = (
  ids: readonly K[],
  context: { readonly signal: AbortSignal; readonly scope: never; readonly load: number },
) => LoadAnswer<K, V> | Promise<LoadAnswer<K, V>>

/**
 * What `load` answers: an array aligned to the IDs, or a Map looked up by `key`. In it a value; `null` or `undefined`
 * where there is no such ID; an `Error` for that ID alone. IDs that a Map does not hold are missing.
 */
export type LoadAnswer<K, V> =
  | readonly (V | Error | null | undefined)[]
  | ReadonlyMap<K | string | number | bigint, V | Error | null | undefined>
