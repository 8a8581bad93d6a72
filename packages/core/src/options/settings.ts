/** The options of a cache and of a loader as the engine has them: checked, and in milliseconds. */

import type { Codec } from '../entry/codec.ts'
import type { LogSettings } from '../log/log.ts'
import type { Mode } from '../modes/mode.ts'
import type { CircuitSettings } from '../source/circuit.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import type { LegacyOptions } from './loader-options.ts'

/** Of a loader. */
export interface Policy<K, V> {
  readonly key: ((id: K) => unknown) | undefined
  readonly ttl: (value: V) => number
  readonly grace: number
  readonly missingTtl: number
  readonly tags: ((value: V, id: K) => readonly string[]) | undefined
  /** For how long an entry may live at the most. */
  readonly mostLife: number
  readonly jitter: number
  readonly beta: number
  readonly version: number
  readonly upgrade: ReadonlyMap<number, (old: unknown) => V>
  readonly legacy: LegacyOptions | undefined
  readonly timeout: number
  readonly waitTimeout: number
  /** For how long a lease is taken: the load's time, and twice the store's for the way there and back. */
  readonly leaseLife: number
  readonly cooldown: { readonly base: number; readonly cap: number }
  readonly holdAfterInvalidate: number
  readonly maxBatchSize: number
  readonly source: { readonly name: string; readonly settings: SourceSettings | undefined }
  readonly scope: ((context: never) => unknown) | undefined
  readonly unscoped: 'bypass' | undefined
  readonly validate: ((id: K) => boolean) | undefined
  readonly maxValueBytes: number
  readonly mode: Mode | undefined
  readonly codec: Codec<V> | undefined
  readonly freeze: boolean
}

export interface SourceSettings {
  readonly concurrency: number
  readonly queue: number
  readonly circuit: CircuitSettings
}

export interface NearSettings {
  readonly max: number
  readonly maxBytes: number
  readonly ttl: number
}

export interface ShadowSettings {
  readonly sample: number
  readonly keysPerSecond: number
  readonly confirmAfter: number
}

export interface CacheSettings {
  readonly namespace: string
  readonly store: Store
  readonly near: NearSettings | undefined
  readonly hot: { readonly keys: number } | undefined
  readonly mode: Mode
  readonly shadow: ShadowSettings
  readonly log: LogSettings | undefined
  readonly storeTimeout: number
  readonly waitUntil: ((work: Promise<void>) => void) | undefined
  readonly clock: Clock
}
