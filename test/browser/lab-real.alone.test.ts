/** The lab on a real Postgres and a real Redis: the page's figures are the database's own. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { type CatalogProcess, runCatalog } from '@larder/catalog/testing/run-catalog'
import type { ProtectionName, RunEvent } from '@larder/lab/contract'
import { useBrowser } from '../support/browser.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { figures, openLab, untilDone } from './support/lab-page.ts'

jest.setTimeout(240_000)
const browser = useBrowser()

let postgres: PostgresServer
let redis: RedisServer
let catalog: CatalogProcess
let url: string
beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  catalog = runCatalog({ PORT: '0', DATABASE_URL: postgres.url, REDIS_URL: redis.url })
  url = await catalog.ready
})
afterAll(async () => {
  catalog.signal('SIGKILL')
  await catalog.exit
  await Promise.all([postgres.stop(), redis.stop()])
})

test('the hottest key expires in two processes: what the page shows is what the database says of itself', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  const events = new Promise<string>((resolve) => {
    page.on('response', async (response) => {
      if (response.url().endsWith('/events')) resolve(await response.text())
    })
  })
  await openLab(page, new URL('/lab?processes=2&rate=1000&pool=10&run=now', url).href)
  await page.getByText(/The database is real/).waitFor()
  await untilDone(page)

  const queries = await figures(page, 'Queries')
  expect(await figures(page, 'Queries, as the database says')).toEqual(queries)
  expect(queries[0]).toBeGreaterThan(10)
  expect(queries.slice(1)).toEqual([2, 1])
  expect((await figures(page, 'Most in flight'))[0]).toBe(10)
  expect((await figures(page, 'Connections, as the database says'))[0]).toBe(10)
  expect((await figures(page, 'Waited for a query'))[2]).toBe(0)

  // Two seconds after: the connections that pg_stat_activity shows in use.
  expect(connectionsAt(5_000, await events)).toEqual({ none: 10, 'single-flight': 0, larder: 0 })
})

function connectionsAt(moment: number, stream: string): Partial<Record<ProtectionName, number | undefined>> {
  const events = [...stream.matchAll(/^data: (.*)$/gm)].map(
    ([, json]): RunEvent => JSON.parse(json as string),
  )
  const samples = events.flatMap((event) =>
    event.type === 'sample' && event.sample.at === moment ? [event] : [],
  )
  return Object.fromEntries(samples.map(({ protection, sample }) => [protection, sample.databaseConnections]))
}
