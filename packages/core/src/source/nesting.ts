/**
 * Loads within loads: which loads wait for what is asked for here. A load is around what it has started until it ends, and
 * around what a flight's load starts for as long as it waits for that flight, whoever began it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Source } from './sources.ts'

/** A call of `load`. */
export interface Loading {
  readonly source: Source
  /** What lands when it ends. Empty once it has: what it has started and not awaited is within it no longer. */
  flights: readonly Nested[]
}

/** What a flight has of it. */
interface Nested {
  readonly key: string
  /** Loads within which it was begun or joined. */
  awaitedBy: Set<Loading> | undefined
  isNested: boolean
  isAdmitted: boolean
  readonly isApart: boolean
  lend: (() => void) | undefined
}

/** `single`: in a call of `load` of its own. */
export type Apart = 'private' | 'single'

const within = new AsyncLocalStorage<Loading>()
/** Calls of `load` that have not ended, of all caches. */
let running = 0

const NONE: readonly Loading[] = []

/** `load`, so that what it asks for is known to be within it. */
export function loadingFrom<R>(
  source: Source,
  flights: readonly Nested[],
  load: () => Promise<R>,
): () => Promise<R> {
  const loading: Loading = { source, flights }
  const run = async () => {
    running++
    try {
      return await load()
    } finally {
      loading.flights = []
      running--
      // Before Node 24, a storage that has been used makes every promise of the process dearer, a hit's too, until it is
      // disabled. Nothing is within a load now: nothing is lost. (While a load hangs that its readers have given up, this waits.)
      if (running === 0) within.disable()
    }
  }
  return () => within.run(loading, run)
}

/** The flight is begun, or joined: if that is within a load, a load waits for it from now on. */
export function noteNesting(source: Source, flight: Nested): void {
  const loading = within.getStore()
  if (loading === undefined) return
  const around = loadsAround()
  if (around.length === 0) return
  flight.awaitedBy ??= new Set()
  flight.awaitedBy.add(loading)
  flight.isNested = true
  if (around.some((it) => it.source === source)) flight.isAdmitted = true
  flight.lend?.()
}

/**
 * How to fetch a key whose flight lands with a load that this code is within, and so would wait for itself: a batch, since
 * one of its keys may need another. `undefined` for any other key; and for one that is being fetched so already, in a call
 * for it alone, or that one key after the other has asked for: it does wait for itself, and its load ends at `timeout`.
 */
export function wayApart(key: string): Apart | undefined {
  const around = loadsAround()
  if (around.length === 0) return undefined
  const own = around.filter(({ flights }) => flights.some((flight) => flight.key === key))
  if (own.length === 0 || around.every(isOfOne)) return undefined
  const apart = own.filter(({ flights }) => flights.every(({ isApart }) => isApart))
  if (apart.some(isOfOne)) return undefined
  return apart.length === 0 ? 'private' : 'single'
}

function isOfOne({ flights }: Loading): boolean {
  return flights.every(({ key }) => key === flights[0]?.key)
}

/** The load that this code is within, and all that wait for it. */
function loadsAround(): readonly Loading[] {
  const innermost = within.getStore()
  if (innermost === undefined) return NONE
  const around = new Set([innermost])
  for (const { flights } of around)
    for (const { awaitedBy } of flights) for (const loading of awaitedBy ?? []) around.add(loading)
  return [...around].filter(({ flights }) => flights.length > 0)
}
