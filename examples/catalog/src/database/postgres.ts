/** A Postgres server, in a schema of the catalogue's own. */
import pg from 'pg'
import { StartError } from '../start-error.ts'
import type { Database } from './database.ts'
import { readSeed, SCHEMA } from './seed.ts'

/** Seeds the schema unless it is there. @throws StartError where it cannot, or has no connection. */
export async function openPostgres(url: string, log: (line: string) => void): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: SCHEMA,
    connectionTimeoutMillis: 5_000,
    onConnect: async (client) => void (await client.query(`set search_path to ${SCHEMA}`)),
  })
  // A connection that breaks while nobody uses it: the pool has dropped it, and opens another when one is needed.
  pool.on('error', (error) => log(`a connection to the database was lost: ${error.message}`))
  try {
    await seedIfAbsent(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    async query<Row extends object>(sql: string, params: readonly unknown[] = []) {
      const { rows } = await pool.query(sql, [...params])
      return rows as Row[]
    },
    close: () => pool.end(),
  }
}

async function seedIfAbsent(pool: pg.Pool): Promise<void> {
  const client = await pool.connect().catch((cause) => {
    throw new StartError(`DATABASE_URL: no connection to that server (${reasonOf(cause)}).`, { cause })
  })
  try {
    await client.query('begin')
    // Processes that start together take turns: the first seeds, the others find it done.
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [SCHEMA])
    const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [SCHEMA])
    if (rowCount === 0) await client.query(await readSeed())
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new StartError(
      `DATABASE_URL: the schema ${SCHEMA} cannot be made there (${reasonOf(cause as Error)}).`,
      { cause },
    )
  } finally {
    client.release()
  }
}

/** Node's errors for a host with several addresses have no message. */
function reasonOf({ code, message }: { readonly code?: string; readonly message: string }): string {
  return message || code || 'no reason given'
}
