import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type PostgresServer, startPostgres } from '@larder/test/postgres-server'
import { eventually, until } from '@larder/test/until'
import pg from 'pg'
import type { LabDatabase } from '../../src/parts/database.ts'
import { products } from '../../src/parts/products.ts'
import { openPostgresDatabase } from '../../src/parts/real/database.ts'
import { APPLICATION, makeSchema, QUERY } from '../../src/parts/real/schema.ts'
import { describeLabDatabase } from '../support/lab-database-contract.ts'

let server: PostgresServer
let observer: pg.Pool
beforeAll(async () => {
  server = await startPostgres()
  observer = new pg.Pool({ connectionString: server.url })
  // Labs that start at once.
  await Promise.all([makeSchema(observer), makeSchema(observer), makeSchema(observer)])
  await makeSchema(observer)
})
afterAll(async () => {
  await observer.end()
  await server.stop()
})

describeLabDatabase('a database on Postgres', (options) => openPostgresDatabase(server.url, options))

let database: LabDatabase
beforeEach(() => {
  database = openPostgresDatabase(server.url, { pool: 3, delay: 0 })
})
afterEach(() => database.close())

test.each([[[]], [['1']], [['none']], [products.map(({ id }) => id)]])(
  'the connection is held by one call, whatever is found: %j',
  async (ids) => {
    const { rows } = await observer.query(`explain (analyze, format json) ${QUERY}`, [ids, 0.001])
    expect(callsOf(rows[0]['QUERY PLAN'][0].Plan)).toEqual([{ 'Actual Loops': 1, 'Actual Rows': 1 }])
  },
)

test('the server sees as many queries at work as the pool says', async () => {
  database.setDelay(500)
  const queries = Promise.all(Array.from({ length: 5 }, () => database.query(['1'])))
  let most = 0
  await until(async () => {
    most = Math.max(most, (await atWork()).length)
    return most === 3
  })
  await queries
  expect(database.takeCounts()).toEqual({ queries: 5, inFlight: 3, waiting: 2 })
})

test('a connection that the server ends is replaced, whether it is idle or in use', async () => {
  await database.query(['1'])
  await endConnections()
  await eventually(() => database.query(['1']))

  database.setDelay(60_000)
  const running = database.query(['1'])
  const outcome = running.catch((error) => error)
  await until(async () => (await atWork()).length === 1)
  await endConnections()
  expect(await outcome).toMatchObject({ name: 'error', message: expect.stringContaining('terminating') })
  database.setDelay(0)
  expect((await database.query(['1'])).size).toBe(1)
  database.takeCounts()
  expect(database.takeCounts()).toEqual({ queries: 0, inFlight: 0, waiting: 0 })
})

test('what a process has asked for ends with it, even if that gets a SIGKILL', async () => {
  const module = JSON.stringify(new URL('../../src/parts/real/database.ts', import.meta.url))
  const program = `import { openPostgresDatabase } from ${module}
    await openPostgresDatabase(${JSON.stringify(server.url)}, { pool: 1, delay: 600_000 }).query(['1'])`
  const args = ['--conditions=@larder/source', '--import', 'tsx', '--input-type=module', '--eval', program]
  const other = spawn(process.execPath, args, { stdio: 'inherit' })
  await until(async () => (await atWork()).length === 1)
  const gone = once(other, 'exit')
  other.kill('SIGKILL')
  await gone
  await until(async () => (await atWork()).length === 0)
})

/** The queries that hold a connection of the lab now. */
async function atWork(): Promise<unknown[]> {
  const { rows } = await observer.query(
    "select from pg_stat_activity where application_name = $1 and state = 'active' and query = $2",
    [APPLICATION, QUERY],
  )
  return rows
}

async function endConnections(): Promise<void> {
  await observer.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    APPLICATION,
  ])
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Loops': number
  readonly 'Actual Rows': number
  readonly Plans?: readonly Plan[]
}

/** How often each function in a plan was called, and what it gave. */
function callsOf(plan: Plan): Pick<Plan, 'Actual Loops' | 'Actual Rows'>[] {
  const { 'Actual Loops': loops, 'Actual Rows': rows, Plans: plans = [] } = plan
  const own = plan['Node Type'] === 'Function Scan' ? [{ 'Actual Loops': loops, 'Actual Rows': rows }] : []
  return [...own, ...plans.flatMap(callsOf)]
}
