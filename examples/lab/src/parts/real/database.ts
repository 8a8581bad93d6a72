/** The lab's database, as a Postgres server: the pool, its queue and the slow query are real. */
import pg from 'pg'
import type { LabDatabase, Row } from '../database.ts'
import { countPool } from './pool-counts.ts'
import { APPLICATION, QUERY } from './schema.ts'

export interface PostgresDatabaseOptions {
  /** The connections of this process. */
  readonly pool: number
  /** Ms that queries hold their connection, to begin with. */
  readonly delay: number
}

/** Where `makeSchema` has been. Connections are opened when queries need them. */
export function openPostgresDatabase(url: string, options: PostgresDatabaseOptions): LabDatabase {
  let { delay } = options
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION,
    max: options.pool,
    onConnect: endWithProcess,
  })
  // A connection that breaks while nobody uses it: the pool has dropped it, and opens another when one is needed.
  pool.on('error', () => {})
  const counts = countPool(pool)

  /** Its parameters are read when it is given a connection: the delay is that of then. */
  const queryFor = (ids: readonly string[]) => ({
    text: QUERY,
    get values() {
      return [ids, delay / 1_000]
    },
  })
  const unanswered = new Set<(error: Error) => void>()
  return {
    query: (ids) =>
      new Promise((resolve, reject) => {
        unanswered.add(reject)
        pool
          .query<Row | Nothing>(queryFor(ids))
          .finally(() => unanswered.delete(reject))
          .then(({ rows }) => resolve(new Map(rows.filter(isRow).map((row) => [row.id, row]))), reject)
        counts.noteWaiting()
      }),
    setDelay(next) {
      delay = next
    },
    refuse() {},
    takeCounts: counts.take,
    async close() {
      await pool.end()
      // A pool that ends answers those that have a connection, and forgets those that wait for one.
      for (const reject of unanswered) reject(new Error('The database was closed.'))
    },
  }
}

/**
 * A server that runs a query does not look whether anybody waits for it, unless it is told to: every 100 ms. Before
 * version 14, and on some systems, it cannot; there what a process leaves behind goes on to its end.
 */
async function endWithProcess(client: pg.ClientBase): Promise<void> {
  await client.query('set client_connection_check_interval = 100').catch(() => {})
}

/** What comes where nothing is joined. */
interface Nothing {
  readonly id: null
}

function isRow(row: Row | Nothing): row is Row {
  return row.id !== null
}
