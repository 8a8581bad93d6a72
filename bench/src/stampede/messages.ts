/** What the parent, which is the database, and the processes of readers say to each other. */

/** What is read. Which query brought it shows whether it is stale. */
export interface Row {
  readonly id: string
  readonly query: number
  readonly text: string
}

/** What the parent asks of a process. It says `done` when it has done it. */
export type Order =
  | { readonly order: 'open'; readonly contestant: string; readonly url: string; readonly ttl: number }
  | { readonly order: 'read'; readonly id: string }
  | { readonly order: 'rush'; readonly rush: Rush }
  | { readonly order: 'close' }

export interface Rush {
  readonly id: string
  /** When it begins, in ms since the epoch. */
  readonly at: number
  readonly readers: number
  /** Ms in which all readers come, evenly. */
  readonly window: number
  /** Ms after which a reader gives up. */
  readonly patience: number
  /** What a reader may be given, by the number of its query, at the least. */
  readonly oldest: number
}

/** Of the readers of one process. */
export interface Waits {
  /** Ms from when each was due to its answer; `patience` for one that had none. */
  readonly waits: Float64Array
  readonly unanswered: number
}

export type ToProcess =
  | Order
  | { readonly answerTo: number; readonly query: number }
  /** The queries that have not been answered never will be. */
  | { readonly dropped: true }

export type FromProcess =
  /** A query, under a number of the process's own. */
  { readonly ask: number } | { readonly done: Waits | undefined } | { readonly failed: string }
