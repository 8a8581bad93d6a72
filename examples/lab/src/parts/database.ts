/** What a server process of the lab needs of its database. `simulated/` and `real/` have it. */

export interface Row {
  readonly id: string
  readonly name: string
  readonly price: number
}

export interface LabDatabase {
  /**
   * One query, for as many products as are asked for; it holds one connection of the pool for `delay` ms. Those that do
   * not exist are not in the answer.
   */
  query(ids: readonly string[]): Promise<Map<string, Row>>
  /** Ms that queries which begin from now on hold their connection. */
  setDelay(delay: number): void
  /**
   * Whether it refuses every query from now on, those that are running, too. A real one does nothing here: whoever started
   * the processes cuts them off from it.
   */
  refuse(refuses: boolean): void
  /** Since it was last asked. */
  takeCounts(): PoolCounts
  /** What waits for a connection is rejected, and so is what comes later. Resolves when what runs has ended. */
  close(): Promise<void>
}

export interface PoolCounts {
  /** Queries that were given a connection. */
  readonly queries: number
  /** Queries that held a connection: the most at one time. */
  readonly inFlight: number
  /** Queries that waited for a connection: the most at one time. */
  readonly waiting: number
}
