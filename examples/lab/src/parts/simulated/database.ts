/** A database of timers: a pool of connections with a queue, and queries that hold theirs for a while and do nothing. */
import type { LabDatabase, Row } from '../database.ts'
import { products } from '../products.ts'

interface Query {
  readonly ids: readonly string[]
  resolve(rows: Map<string, Row>): void
  reject(error: Error): void
}

const rowById = new Map(products.map((row) => [row.id, row]))

export interface SimulatedDatabaseOptions {
  /** Connections. */
  readonly pool: number
  /** Ms that a query holds its connection. */
  readonly delay: number
}

export function simulateDatabase({ pool, delay }: SimulatedDatabaseOptions): LabDatabase {
  const running = new Map<Query, NodeJS.Timeout>()
  const waiting: Query[] = []
  let isRefusing = false
  let wentIdle = () => {}
  let begun = 0
  let mostRunning = 0
  let mostWaiting = 0

  function begin(query: Query): void {
    begun += 1
    running.set(
      query,
      setTimeout(() => answer(query), delay),
    )
    mostRunning = Math.max(mostRunning, running.size)
  }

  function answer(query: Query): void {
    running.delete(query)
    const next = waiting.shift()
    if (next !== undefined) begin(next)
    query.resolve(new Map(query.ids.flatMap((id) => entryOf(id))))
    if (running.size === 0) wentIdle()
  }

  function reject(queries: Iterable<Query>, why: string): void {
    for (const query of queries) query.reject(new Error(why))
  }

  function giveUpRunning(): void {
    for (const timer of running.values()) clearTimeout(timer)
    const given = [...running.keys()]
    running.clear()
    reject(given, 'The database has closed the connection.')
    wentIdle()
  }

  return {
    async query(ids) {
      if (isRefusing) throw new Error('The database refuses connections.')
      return new Promise((resolve, reject) => {
        const query = { ids, resolve, reject }
        if (running.size < pool) begin(query)
        else mostWaiting = Math.max(mostWaiting, waiting.push(query))
      })
    },
    setDelay(next) {
      delay = next
    },
    refuse(refuses) {
      isRefusing = refuses
      if (!refuses) return
      reject(waiting.splice(0), 'The database refuses connections.')
      giveUpRunning()
    },
    takeCounts() {
      const counts = { queries: begun, inFlight: mostRunning, waiting: mostWaiting }
      begun = 0
      mostRunning = running.size
      mostWaiting = waiting.length
      return counts
    },
    async close() {
      isRefusing = true
      reject(waiting.splice(0), 'The database is closing.')
      if (running.size > 0) await new Promise<void>((resolve) => (wentIdle = resolve))
    },
  }
}

function entryOf(id: string): [string, Row][] {
  const row = rowById.get(id)
  return row === undefined ? [] : [[id, row]]
}
