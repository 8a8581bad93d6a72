/** What goes on in a pool of connections, by its own word. */
import type pg from 'pg'
import type { PoolCounts } from '../database.ts'

export interface CountedPool {
  /** To be called after each query that the pool was asked for: it does not say when one begins to wait. */
  noteWaiting(): void
  /** Since they were last taken. */
  take(): PoolCounts
}

export function countPool(pool: pg.Pool): CountedPool {
  let held = 0
  let queries = 0
  let inFlight = 0
  let waiting = 0
  pool.on('acquire', () => {
    held += 1
    queries += 1
    inFlight = Math.max(inFlight, held)
  })
  pool.on('release', () => {
    held -= 1
  })
  return {
    noteWaiting() {
      waiting = Math.max(waiting, waitingNow(pool))
    },
    take() {
      const counts = { queries, inFlight, waiting }
      queries = 0
      inFlight = held
      waiting = waitingNow(pool)
      return counts
    },
  }
}

/** Who asks while connections are idle stands in the queue, too, to be given one before anything else happens. */
function waitingNow(pool: pg.Pool): number {
  return Math.max(0, pool.waitingCount - pool.idleCount)
}
