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
  let waiting: Query[] = []
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

  function refuseAll(): void {
    for (const timer of running.values()) clearTimeout(timer)
    const refused = [...running.keys(), ...waiting]
    running.clear()
    waiting = []
    for (const { reject } of refused) reject(new Error('The database has closed the connection.'))
    wentIdle()
  }

  return {
    query: (ids) =>
      new Promise((resolve, reject) => {
        if (isRefusing) return reject(new Error('The database refuses connections.'))
        const query = { ids, resolve, reject }
        if (running.size < pool) return begin(query)
        mostWaiting = Math.max(mostWaiting, waiting.push(query))
      }),
    setDelay(next) {
      delay = next
    },
    refuse(refuses) {
      isRefusing = refuses
      if (refuses) refuseAll()
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
      for (const { reject } of waiting.splice(0)) reject(new Error('The database was closed.'))
      if (running.size > 0) await new Promise<void>((resolve) => (wentIdle = resolve))
    },
  }
}

function entryOf(id: string): [string, Row][] {
  const row = rowById.get(id)
  return row === undefined ? [] : [[id, row]]
}
