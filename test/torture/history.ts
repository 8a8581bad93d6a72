/** What is noted while it happens, for the checker to judge. `by` is the number of a process of the fleet. */
import type { FaultKind } from './fault-kinds.ts'
import type { Moment } from './moment.ts'

/** A row as it was given to a reader. It says itself where it comes from. */
export interface Row {
  readonly id: string
  /** The row's number in the source. Each change makes it one more. */
  readonly number: number
  /** The process that loaded or primed it. */
  readonly by: number
  /** The number of the load in that process; 0 for a row that was primed. */
  readonly load: number
  /** When the load began, or `prime` was called. */
  readonly began: Moment
}

export interface GivenRow {
  readonly id: string
  readonly row: Row
  /** The parts of the store in which the process saw the row lie, when the read began and when it ended. */
  readonly parts: readonly Part[]
}

/** The node of a Cluster, by the name that a process knows it by; `undefined` on a single server. */
export type Part = string | undefined

/** The rows that it concerns; without them, all. */
interface Concerning {
  readonly ids?: readonly string[] | undefined
}

/** A batch read, and the rows that it returned; slots with an error are left out. */
export interface Read {
  readonly kind: 'read'
  readonly by: number
  readonly began: Moment
  readonly ended: Moment
  readonly rows: readonly GivenRow[]
  /** How many of the rows the near cache answered. */
  readonly near: number
}

/** `invalidate` or `prime` was called, after the row had been given this number. */
export interface Called {
  readonly kind: 'called'
  readonly by: number
  readonly id: string
  readonly number: number
  readonly primed: boolean
  /** Instead of by its ID it was invalidated by this. */
  readonly tag?: string | undefined
  readonly called: Moment
}

/** It has resolved; or, where it had rejected as pending, an event has told that it was delivered. */
export interface Obeyed extends Omit<Called, 'kind'> {
  readonly kind: 'obeyed'
  readonly at: Moment
}

/** A call of the source, when it has settled. */
export interface Load {
  readonly kind: 'load'
  readonly by: number
  readonly version: number
  readonly load: number
  readonly ids: readonly string[]
  /** Those of `ids` for which there is no row but an error. */
  readonly failed: readonly string[]
  readonly background: boolean
  /** When its lease was asked for. Without one a process loads when the store is out, or when it has lost patience. */
  readonly leased: Moment | undefined
  readonly began: Moment
  readonly ended: Moment
}

/** The store has been told of a failed load. It holds `since`, and cannot have ended before `until`. */
export interface CoolDown {
  readonly kind: 'cool-down'
  readonly by: number
  readonly id: string
  /** When the lease was asked for, under which the load failed. */
  readonly leased: Moment
  readonly since: Moment
  readonly until: Moment
}

/** A fill came too late. */
interface RefusedFill {
  readonly kind: 'refused-fill'
  readonly by: number
  readonly id: string
  readonly at: Moment
}

/**
 * From the first operation in a part of the store that failed, in the eyes of one process, to the next that did not.
 * `ids` are those that the process sees lie in that part.
 */
export interface StoreOut extends Concerning {
  readonly kind: 'store-out' | 'store-back'
  readonly by: number
  readonly part?: Part
  readonly at: Moment
}

/** A process was not run for a while, being stopped or on a busy machine; or the store took long to answer it. */
interface Stall extends Concerning {
  readonly kind: 'stall'
  /** `undefined` for the process that answers for the source. */
  readonly by: number | undefined
  readonly from: Moment
  readonly to: Moment
}

export interface Fault extends Concerning {
  readonly kind: 'fault'
  readonly fault: FaultKind
  readonly from: Moment
  readonly to: Moment
}

export type Happening = Read | Called | Obeyed | Load | CoolDown | RefusedFill | StoreOut | Stall | Fault

export interface Violation {
  readonly law: 1 | 3 | 4 | 6 | 11
  readonly what: string
  readonly evidence: unknown
}
