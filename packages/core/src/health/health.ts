/** How a cache is, as far as this process knows at the moment: asks nobody, and costs next to nothing. */

import type { Lifecycle } from '../cache/lifecycle.ts'
import type { LoaderParts } from '../loader/engine.ts'
import type { Mode } from '../modes/mode.ts'
import type { ShadowTally } from '../modes/shadow.ts'
import { type SourceState, sourceState } from '../observe/state.ts'
import type { Source, Sources } from '../source/sources.ts'
import type { StoreGate } from '../store/store-gate.ts'
import type { TagInvalidations } from '../tags/tag-invalidations.ts'
import type { BusState } from './bus-state.ts'
import { type StoreHealth, storeHealthOf } from './store-health.ts'

export interface Health {
  /**
   * `degraded`: something below is not as it should be, and Larder does without: with the store out it costs what the
   * application would cost without Larder. No reason to take the process out of service; `closed` is one.
   */
  readonly status: 'ok' | 'degraded' | 'closed'
  readonly store: StoreHealth
  /** News of other processes. `idle`: none has been heard yet. `down`: what is near is obeyed by its `ttl` alone. */
  readonly bus: 'idle' | 'up' | 'down'
  /** By the source's name. */
  readonly sources: Readonly<Record<string, SourceHealth>>
  readonly invalidations: {
    /** Keys and tags that the store has not confirmed as invalidated. They are tried on, and absent for this process. */
    readonly undelivered: number
    /** Milliseconds for which the oldest of them has been waiting; 0 where there is none. */
    readonly oldest: number
  }
  /** By the loader's name. */
  readonly loaders: Readonly<Record<string, LoaderHealth>>
}

export interface SourceHealth extends Omit<SourceState, 'name'> {
  /** Of those that run: calls that have timed out and not ended. */
  readonly hanging: number
}

export interface LoaderHealth {
  readonly mode: Mode
  /** Keys that are being fetched for readers, and can be joined. */
  readonly flights: number
  /** What mode `shadow` has found since the loader was defined; `undefined` where it has compared nothing. */
  readonly shadow?: Readonly<ShadowTally>
}

interface Parts {
  readonly lifecycle: Pick<Lifecycle, 'closed'>
  readonly gate: StoreGate
  readonly bus: BusState
  readonly sources: Sources
  readonly loaders: ReadonlyMap<string, LoaderParts<never, unknown>>
  readonly tags: Pick<TagInvalidations, 'undelivered' | 'oldest'>
}

export function healthOf({ lifecycle, gate, bus, sources, loaders, tags }: Parts): Health {
  const all = [...loaders.values()]
  const invalidations = [tags, ...all.map((loader) => loader.invalidations)]
  const health: Omit<Health, 'status'> = {
    store: storeHealthOf(gate),
    bus: bus.current,
    sources: Object.fromEntries(sources.all.map((source) => [source.name, sourceHealth(source)])),
    invalidations: {
      undelivered: invalidations.reduce((sum, { undelivered }) => sum + undelivered, 0),
      oldest: Math.max(...invalidations.map(({ oldest }) => oldest)),
    },
    loaders: Object.fromEntries(all.map((loader) => [loader.name, loaderHealth(loader)])),
  }
  return { status: lifecycle.closed ? 'closed' : isWell(health) ? 'ok' : 'degraded', ...health }
}

function sourceHealth(source: Source): SourceHealth {
  const { name: _, ...state } = sourceState(source)
  return { ...state, hanging: source.slots.hanging }
}

function loaderHealth({ mode, flights, shadow }: LoaderParts<never, unknown>): LoaderHealth {
  return {
    mode: mode.current,
    flights: flights.size,
    ...(shadow.tally.compared > 0 && { shadow: { ...shadow.tally } }),
  }
}

function isWell({ store, bus, sources, invalidations }: Omit<Health, 'status'>): boolean {
  const isStoreWell = !store.isOut && store.reads === 'closed' && store.writes === 'closed'
  const areSourcesWell = Object.values(sources).every(
    ({ circuit, hanging, limit }) => circuit === 'closed' && hanging < limit,
  )
  return isStoreWell && bus !== 'down' && areSourcesWell && invalidations.undelivered === 0
}
