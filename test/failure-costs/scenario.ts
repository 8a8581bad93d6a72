/** What a scenario is: something that fails, what that may cost by which law, and the way to bring it about. */
import type { World } from './world.ts'

export type ContenderName = 'larder' | 'naive'

/** What one run of a scenario has cost. */
export interface Counts {
  /** Calls of the source, and the keys that they were given, in all. */
  readonly calls: number
  readonly keys: number
  /** The most calls of the source that were running at once. */
  readonly running: number
  /** Commands to the store that clients were given, sent or not. */
  readonly commands: number
  /** Keys that were read: answered from the cache, by the source, with an error, or not at all. */
  readonly reads: number
  readonly cached: number
  readonly loaded: number
  readonly errors: number
  readonly unanswered: number
  /** Keys given as they were before an invalidation that had resolved when the read began. */
  readonly older: number
  /** Reads that took longer than the store's and the source's time allow, on a process that was not itself held up. */
  readonly late: number
  /** In ms: the slowest read, and all of it. */
  readonly slowest: number
  readonly elapsed: number
}

/** A count, and what it has to be. A minimum proves that something was tried at all. */
export interface Bound {
  readonly what: string
  readonly count: number
  readonly least?: number
  readonly most?: number
}

export interface Scenario<M extends Counts = Counts> {
  readonly name: string
  /** What fails, for people. */
  readonly fails: string
  readonly law: number
  /** What `bounds` holds it to, for people. */
  readonly bound: string
  /** Keeps both cores busy, so that nothing else may run beside it. Default: false. */
  readonly heavy?: boolean
  /** Default: both. Naive cache-aside has to break a bound, or the bound proves nothing. */
  readonly contenders?: readonly ContenderName[]
  run(world: World): Promise<M>
  bounds(measured: M): Bound[]
}

export function atMost(what: string, count: number, most: number): Bound {
  return { what, count, most: Math.floor(most) }
}

export function atLeast(what: string, count: number, least: number): Bound {
  return { what, count, least: Math.ceil(least) }
}

export function between(what: string, count: number, least: number, most: number): Bound {
  return { what, count, least: Math.ceil(least), most: Math.floor(most) }
}

export function none(what: string, count: number): Bound {
  return { what, count, most: 0 }
}
