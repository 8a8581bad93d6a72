/** What the processes of the fleet and the one that runs them ask of each other. */

import type { Happening, Row } from './history.ts'
import type { Moment } from './moment.ts'
import type { Broken } from './options.ts'

/** The URL of a server; or where the nodes of a Cluster are, and where else to go if they name these addresses. */
export type Address = string | ClusterAddress
interface ClusterAddress {
  readonly startupNodes: readonly HostAndPort[]
  readonly natMap?: Readonly<Record<string, HostAndPort>>
}
interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** What a process of the fleet is told at its start. */
export interface Assignment {
  readonly by: number
  readonly version: 1 | 2
  readonly redis: Address
  readonly seed: number
  readonly near: boolean
  /** Rows bear tags. */
  readonly tags: boolean
  readonly broken: Broken | undefined
  /**
   * It brings its own client, which sends again what a lost connection left unanswered; else it gives the URL. On a
   * Cluster all bring one, and the others' fail at once.
   */
  readonly ownClient: boolean
  /** It never hears what others publish: every law must hold with all messages lost. */
  readonly deaf: boolean
}

/** What the fleet asks. */
export interface FleetAsks {
  load(ids: readonly string[]): LoadAnswer
  /** Changes rows; answers the new number of those that may be changed now. */
  change(ask: { readonly ids: readonly string[]; readonly primed: boolean }): Record<string, number>
  /** All that has happened in the process up to `at`. */
  note(ask: { readonly at: Moment; readonly happenings: readonly Happening[] }): void
}

export interface LoadAnswer {
  readonly numbers: Record<string, number>
  /** Those of which there is an error. */
  readonly failed: readonly string[]
}

/** What the fleet is asked. */
export interface FleetAnswers {
  /** Resolves when the store answers. */
  connect(): void
  start(): void
  /** Ends the reading and writing. Resolves when all that was changed is obeyed. */
  rest(): Tally
  readAll(): Row[]
  close(): void
}

/** What a process counts by itself. Keys, as in a `ReadReport`. */
export interface Tally {
  hits: number
  stale: number
  /** Of the first two, those that a near cache answered. */
  near: number
  joined: number
  loaded: number
  errors: number
  upgrades: number
}

export function emptyTally(): Tally {
  return { hits: 0, stale: 0, near: 0, joined: 0, loaded: 0, errors: 0, upgrades: 0 }
}
