/** What a run stands on: servers, or nothing but memory and timers. `open-backend.ts` makes it. */
import type { About } from '../contract/index.ts'

export interface Backend extends Pick<About, 'database' | 'store' | 'mostProcesses'> {
  /** For one run under one protection. */
  open(): Promise<Stage>
  /** Of the servers; what is simulated has none. */
  versions(): Promise<Versions>
}

export interface Versions {
  readonly postgres?: string
  readonly redis?: string
}

export interface Stage {
  /** Where processes find their servers; what is undefined they simulate. */
  readonly databaseUrl?: string
  readonly redisUrl?: string
  /** Cuts all processes off from the database, or lets them reach it again. What they simulate they cut off themselves. */
  refuseQueries(refuses: boolean): void
  /** The same for the store, whose connections stay open. */
  freezeStore(frozen: boolean): void
  /** What the database says of itself; where it is simulated, nothing. */
  readonly database?: {
    /** The processes' connections that are in use now. */
    connections(): Promise<number>
    /** The queries that it has run to their end since the stage was opened. Null where it does not count them. */
    queries(): Promise<number | null>
  }
  close(): Promise<void>
}
