/** What a Postgres says of the lab's queries itself, asked on a connection that no gate stands before. */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { APPLICATION, makeSchema, QUERY } from '../../parts/real/schema.ts'
import type { Stage } from '../backend.ts'
import { ServerError } from './server-error.ts'

export interface Observer extends NonNullable<Stage['database']> {
  close(): Promise<void>
}

/** Makes the schema, too, unless it is there. @throws ServerError */
export async function openObserver(url: string): Promise<Observer> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: `${APPLICATION}_observer`,
    max: 1,
    // One connection for all of the stage, as the lock is its own.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  })
  // A connection that breaks while nobody uses it: the pool has dropped it, and opens another when one is needed.
  pool.on('error', () => {})
  try {
    await takeLock(pool)
    await makeSchema(pool)
    await addCounting(pool)
    const before = await countQueries(pool)
    return {
      connections: () => askNumber(pool, CONNECTIONS, APPLICATION),
      async queries() {
        const now = before === null ? null : await countQueries(pool)
        return now === null || before === null ? null : now - before
      },
      close: () => end(pool),
    }
  } catch (cause) {
    await end(pool)
    if (cause instanceof ServerError) throw cause
    const { code, message } = cause as { readonly code?: string; readonly message: string }
    // Node's errors for a host with several addresses have no message.
    const reason = message || code || 'no reason given'
    throw new ServerError(
      `DATABASE_URL: expected a server that answers, and where this user may make a schema (${reason}).`,
      { cause },
    )
  }
}

/** Ms for which the server may say nothing. */
const PATIENCE = 5_000

/** A server that says nothing any more is not waited for. */
async function end(pool: pg.Pool): Promise<void> {
  await Promise.race([pool.end(), setTimeout(PATIENCE, undefined, { ref: false })])
}

/** Two runs on one database would count each other's queries, and find each other's entries. @throws ServerError */
async function takeLock(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('select pg_try_advisory_lock(hashtext($1)) as taken', [
    `${APPLICATION} run`,
  ])
  if (!rows[0].taken)
    throw new ServerError('Another run of a lab goes on, on this database. Wait for its end.')
}

const CONNECTIONS = `
  select count(*) as number from pg_stat_activity
  where application_name = $1 and datname = current_database() and state = 'active'`

const QUERIES = `
  select coalesce(sum(calls), 0) as number from pg_stat_statements
  where query = $1 and dbid = (select oid from pg_database where datname = current_database())`

/** Where the server does not have it, or this user may not add it, `countQueries` finds out. */
async function addCounting(pool: pg.Pool): Promise<void> {
  await pool.query('create extension if not exists pg_stat_statements').catch(unlessRefused)
}

/** Null where the server does not count, or does not say. */
function countQueries(pool: pg.Pool): Promise<number | null> {
  return askNumber(pool, QUERIES, QUERY).catch(unlessRefused)
}

async function askNumber(pool: pg.Pool, sql: string, parameter: string): Promise<number> {
  const { rows } = await pool.query(sql, [parameter])
  return Number(rows[0].number)
}

/** What the server refuses it lacks or does not allow; what else fails, such as the connection, is an error. */
function unlessRefused(error: unknown): null {
  if (error instanceof pg.DatabaseError) return null
  throw error
}
