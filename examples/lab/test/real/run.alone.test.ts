/** Runs on servers: the lab's figures and the database's own are the same. */
import { expect, jest, test } from '@jest/globals'
import { protectionNames, type ScenarioName, type Totals } from '../../src/contract/index.ts'
import { openBackend } from '../../src/run/open-backend.ts'
import { runAll, totalsOf } from '../support/run.ts'
import { useServers } from '../support/use-servers.ts'

jest.setTimeout(120_000)

const servers = useServers()

/** The totals under each protection, in two processes with two connections each. */
async function runReal(scenario: ScenarioName, protections = protectionNames): Promise<readonly Totals[]> {
  const backend = openBackend(servers)
  const runs = await runAll(
    { [scenario]: protections },
    { backend, plan: { query: 400, pool: 4, processes: 2 } },
  )
  return protections.map((protection) => totalsOf(runs, scenario, protection))
}

test('the hottest key expires: the pool is full without protection, and with Larder there is one query', async () => {
  const all = await runReal('expire-hot-key')
  for (const { database, queries, requests, errors, gaveUp } of all) {
    expect(database?.queries).toBe(queries)
    expect(database?.mostConnections).toBeLessThanOrEqual(4)
    expect({ requests, errors, gaveUp }).toEqual({ requests: 1_350, errors: 0, gaveUp: 0 })
  }
  const [none, singleFlight, larder] = all
  expect(none?.mostInFlight).toBe(4)
  expect(none?.queries).toBeGreaterThan(4)
  expect(singleFlight?.queries).toBe(2)
  expect(larder).toMatchObject({ queries: 1, waited: 0 })
})

test('the database is down: what was cut off is an error without protection, and not with Larder', async () => {
  const [none, larder] = await runReal('database-down', ['none', 'larder'])
  expect(none?.errors).toBeGreaterThan(0)
  expect(larder?.errors).toBe(0)
})

test('Redis is frozen: by hand readers wait for it; with Larder they do not', async () => {
  const [none, larder] = await runReal('frozen-redis', ['none', 'larder'])
  expect(none?.longest).toBeGreaterThan(1_000)
  expect(larder).toMatchObject({ errors: 0, gaveUp: 0 })
})
