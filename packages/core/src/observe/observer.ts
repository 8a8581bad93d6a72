/**
 * What a cache tells who observes it, besides its events: how it reads, loads and stores. Numbers and names, never IDs or
 * values. Types only; `observers.ts` tells it.
 */

export interface Observer {
  /** A read has ended: all of its keys are answered, or known to be absent. */
  read?(read: ReadEnded): void
  /** A read begins or joins a flight, or has something refreshed. In the context of whoever reads. */
  asks?(asking: Asking): void
  /**
   * A call of `load` begins, in the context of `createCache` (law 5). May answer a function that runs it, and so put it into
   * a context: it is given the call, and has to make it at once. An event `load` of the same number tells how it ends.
   */
  loadBegins?(load: LoadBegins): RunsLoad | undefined
  /** A command to the store has ended. Those that an open circuit refuses are not sent, and not told. */
  command?(command: CommandEnded): void
  /** The store has accepted an entry. */
  written?(entry: EntryWritten): void
}

/** What became of the keys of one read. Each key counts once; a key that is asked for twice, twice. */
export interface ReadEnded {
  readonly loader: string
  /** Served fresh from the cache. */
  readonly hits: number
  /** Served stale, while a refresh runs in the background. */
  readonly stale: number
  /** Answered by a stored *missing* entry, or refused by `validate`. */
  readonly missing: number
  /** Answered by a load that another read had begun. */
  readonly joined: number
  /** Answered by a load that this read began. */
  readonly loaded: number
  /** Of `cached`, which loads nothing: nothing is known of the key. */
  readonly absent: number
  /** Of `hits`, `stale` and `missing`: those that the near cache answered. */
  readonly near: number
  /** One for each key that was answered with an error. */
  readonly errors: readonly Error[]
}

export interface Asking {
  readonly loader: string
  /** Stands for the flight: an object without properties, the same for everyone who asks for it, and in `LoadBegins`. */
  readonly flight: object
}

export interface LoadBegins {
  readonly loader: string
  /** The number of the call, as in `load` events. */
  readonly load: number
  /** How many IDs it is given. */
  readonly ids: number
  /** Of a refresh or of warming: no reader waits for it. */
  readonly background: boolean
  /** The flights that it is for, as far as somebody has asked for them while he was observed. */
  readonly flights: readonly object[]
}

export type RunsLoad = (load: () => Promise<unknown>) => unknown

export interface CommandEnded {
  /** As in `store-error` events, such as `read` or `acquire leases`. */
  readonly operation: string
  readonly ms: number
  /** Why it failed, if it did: the store's own error, or a `DeadlineError`. */
  readonly error?: unknown
  /** Which part of the store, where it has parts. */
  readonly part?: string
}

export interface EntryWritten {
  readonly loader: string
  readonly operation: 'fill' | 'prime' | 'promote'
  /** Of the stored text as UTF-8: the header and the value, without the key. */
  readonly bytes: number
}
