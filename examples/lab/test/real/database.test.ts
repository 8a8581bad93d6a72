import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type PostgresServer, startPostgres } from '@larder/test/postgres-server'
import { until } from '@larder/test/until'
import pg from 'pg'
import type { LabDatabase } from '../../src/parts/database.ts'
import { openPostgresDatabase } from '../../src/parts/real/database.ts'
import { makeProducts } from '../../src/parts/real/products.ts'
import { type Observer, openObserver } from '../../src/run/real/observer.ts'
import { describeLabDatabase } from '../support/lab-database-contract.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
  const pool = new pg.Pool({ connectionString: server.url })
  // Labs that start at once.
  await Promise.all([makeProducts(pool), makeProducts(pool), makeProducts(pool)])
  await pool.end()
})
afterAll(() => server.stop())

describeLabDatabase('a database on Postgres', (options) => openPostgresDatabase(server.url, options))
