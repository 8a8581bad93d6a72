/** What whoever starts a server process of the lab and the process say to each other. */
import type { Outcomes, Plan, ProtectionName } from '../contract/index.ts'

export interface Opening {
  readonly plan: Plan
  readonly protection: ProtectionName
  /** Which of the plan's processes it is, from 0. */
  readonly process: number
  /** Where its servers are; what is undefined it simulates. */
  readonly databaseUrl?: string | undefined
  readonly redisUrl?: string | undefined
}

/** What a process is told to do, one after the other. */
export type Order =
  | { readonly order: 'open'; readonly opening: Opening }
  /** Empties the store of what other runs have left, then caches all products. One process does it for all. */
  | { readonly order: 'fill' }
  /** @param at ms since the epoch: when the first reader is due. */
  | { readonly order: 'run'; readonly at: number }

export type Report =
  | { readonly report: 'done'; readonly order: Order['order'] }
  | { readonly report: 'sample'; readonly part: PartSample }
  | { readonly report: 'failed'; readonly message: string }

/** One process's part in a sample. */
export interface PartSample extends Outcomes {
  /** Of the interval, from 0. */
  readonly number: number
  /** Ms, of the requests that have ended in it. */
  readonly waits: Float64Array
  readonly inFlight: number
  readonly queries: number
  readonly waiting: number
  readonly commands: number
}
