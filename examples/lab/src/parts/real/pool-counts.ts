/** What goes on in a pool of connections, by its own word. */
import type pg from 'pg'
import type { PoolCounts } from '../database.ts'

export interface CountedPool {
  /** The connections that queries hold now. */
  readonly held: ReadonlySet<pg.PoolClient>
  /** To be called after each query that the pool was asked for: it does not say when one begins to wait. */
  noteWaiting(): void
  /** Since they were last taken. */
  take(): PoolCounts
}

export function countPool(pool: pg.Pool): CountedPool {
  const held = new Set<pg.PoolClient>()
  let queries = 0
  let inFlight = 0
  let waiting = 0
  const noteWaiting = () => {
    waiting = Math.max(waiting, waitingNow(pool))
  }
  pool.on('acquire', (client) => {
    held.add(client)
    queries++
    inFlight = Math.max(inFlight, held.size)
  })
  pool.on('release', (_, client) => held.delete(client))
  return {
    held,
    noteWaiting,
    take() {
      const counts = { queries, inFlight, waiting }
      queries = 0
      inFlight = held.size
      waiting = waitingNow(pool)
      return counts
    },
  }
}

/** Who asks while connections are idle stands in the queue, too, to be given one before anything else happens. */
function waitingNow(pool: pg.Pool): number {
  return Math.max(0, pool.waitingCount - pool.idleCount)
}
