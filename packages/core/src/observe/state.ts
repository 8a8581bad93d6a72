/** What is going on in a cache at this moment, in numbers: for gauges. */

import type { LoaderParts } from '../loader/engine.ts'
import type { Mode } from '../modes/mode.ts'
import type { ShadowTally } from '../modes/shadow.ts'
import type { Flight } from '../read/flights.ts'
import type { NearCache } from '../read/near-cache.ts'
import type { Source, Sources } from '../source/sources.ts'
import type { StoreGate } from '../store/store-gate.ts'
import type { TagInvalidations } from '../tags/tag-invalidations.ts'

export interface CacheState {
  readonly loaders: readonly LoaderState[]
  readonly sources: readonly SourceState[]
  /** Those that have been needed so far. */
  readonly storeCircuits: readonly StoreCircuitState[]
  /** Tags, and loaders that were invalidated as a whole, which the store has not confirmed as invalidated, and that are tried again. */
  readonly pendingTags: number
  /** Where the cache has a near cache. */
  readonly near?: NearState
}

export interface LoaderState {
  readonly name: string
  readonly mode: Mode
  /** Keys that mode `shadow` has compared with the source, and those of them that differed, since the loader was defined. */
  readonly shadow: Readonly<Pick<ShadowTally, 'compared' | 'mismatches'>>
  /** Keys that are being fetched for readers, and can be joined. */
  readonly flights: number
  /** Of these: those that wait for the lease of another load, here or in another process. */
  readonly waiters: number
  /** Keys whose invalidation the store has not confirmed, and that are tried again. */
  readonly pendingInvalidations: number
}

export interface SourceState {
  readonly name: string
  /** Loads that have not settled, those that have timed out included. Loads within loads may have no slot, and do not count. */
  readonly running: number
  /** Calls that wait for a slot, refreshes included. */
  readonly queued: number
  /** The most that may run at once. */
  readonly limit: number
  readonly circuit: CircuitState
}

/** It is open until a probe has succeeded. */
export type CircuitState = 'closed' | 'open'

export interface StoreCircuitState {
  readonly of: 'reads' | 'writes'
  /** Which part of the store, where it has parts. */
  readonly part?: string
  readonly circuit: CircuitState
}

export interface NearState {
  /** Those that have expired and not been asked for since included. */
  readonly entries: number
  /** As `near.maxBytes` counts them. */
  readonly bytes: number
}

interface Parts {
  readonly loaders: Iterable<LoaderParts<never, unknown>>
  readonly sources: Sources
  readonly gate: StoreGate
  readonly near: NearCache | undefined
  readonly tags: Pick<TagInvalidations, 'undelivered'>
}

export function stateOf({ loaders, sources, gate, near, tags }: Parts): CacheState {
  return {
    loaders: Array.from(loaders, loaderState),
    sources: sources.all.map(sourceState),
    storeCircuits: gate.circuits.map(({ of, part, circuit }) => ({
      of,
      ...(part !== undefined && { part }),
      circuit: stateOfCircuit(circuit),
    })),
    pendingTags: tags.undelivered,
    ...(near !== undefined && { near: { entries: near.size, bytes: near.bytes } }),
  }
}

function loaderState({
  name,
  mode,
  shadow,
  flights,
  invalidations,
}: LoaderParts<never, unknown>): LoaderState {
  const { compared, mismatches } = shadow.tally
  return {
    name,
    mode: mode.current,
    shadow: { compared, mismatches },
    flights: flights.size,
    waiters: flights.count(waitsForLease),
    pendingInvalidations: invalidations.undelivered,
  }
}

/** One that is on a call of its own source is woken by news, too, and holds nobody up. */
function waitsForLease({ watch, lend }: Flight<never, unknown>): boolean {
  return watch?.wake !== undefined && lend === undefined
}

export function sourceState({ name, slots, circuit }: Source): SourceState {
  return {
    name,
    running: slots.taken,
    queued: slots.waiting,
    limit: slots.limit,
    circuit: stateOfCircuit(circuit),
  }
}

function stateOfCircuit({ isOpen }: { readonly isOpen: boolean }): CircuitState {
  return isOpen ? 'open' : 'closed'
}
