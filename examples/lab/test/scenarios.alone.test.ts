import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import { protectionNames, type ScenarioName, scenarioNames, type Totals } from '../src/contract/index.ts'
import { PRODUCTS } from '../src/parts/products.ts'
import { type Runs, runAll, totalsOf } from './support/run.ts'

jest.setTimeout(120_000)

let runs: Runs
const of = (scenario: ScenarioName, protection: (typeof protectionNames)[number]): Totals =>
  totalsOf(runs, scenario, protection)

beforeAll(async () => {
  runs = await runAll({
    'expire-hot-key': protectionNames,
    'empty-cache': ['larder', 'none'],
    'slow-database': ['larder'],
    'database-down': ['larder', 'none'],
    'frozen-redis': ['larder', 'none'],
    'unknown-ids': ['larder', 'none'],
    'deploy-v2': ['larder', 'none'],
  })
})

test('every request is counted once, under each protection', () => {
  for (const scenario of scenarioNames) {
    for (const { totals, samples } of runs.get(scenario)?.results ?? []) {
      const { hits, stale, missing, joined, loaded, errors, gaveUp, requests } = totals
      expect(requests).toBe(1_350)
      expect(hits + stale + missing + joined + loaded + errors + gaveUp).toBe(requests)
      expect(samples.reduce((sum, sample) => sum + sample.requests, 0)).toBe(requests)
      expect(samples.map(({ at }) => at)).toEqual(samples.map((_, i) => (i + 1) * 250))
    }
  }
})

describe('the hottest key expires', () => {
  test('without protection each reader queries, and more queries wait than the pool has connections', () => {
    const totals = of('expire-hot-key', 'none')
    expect(totals.queries).toBe(totals.waited)
    expect(totals.mostInFlight).toBe(3)
    expect(totals.mostWaiting).toBeGreaterThan(0)
  })

  test('with a single flight one process queries once, and its readers wait for that', () => {
    const totals = of('expire-hot-key', 'single-flight')
    expect(totals).toMatchObject({ queries: 1, loaded: 1, mostInFlight: 1, mostWaiting: 0 })
    expect(totals.joined).toBeGreaterThan(0)
  })

  test('law 2: with Larder there is one query, and nobody waits for it', () => {
    const totals = of('expire-hot-key', 'larder')
    expect(totals).toMatchObject({ queries: 1, waited: 0, errors: 0, gaveUp: 0 })
    expect(totals.stale).toBeGreaterThan(0)
  })
})

test('law 1: the whole cache is emptied, and Larder loads each product once, within its share of the pool', () => {
  const totals = of('empty-cache', 'larder')
  expect(totals.loaded).toBeLessThanOrEqual(PRODUCTS)
  expect(totals.queries).toBeLessThanOrEqual(totals.loaded)
  expect(totals).toMatchObject({ mostInFlight: 3, mostWaiting: 0, errors: 0, gaveUp: 0 })
  expect(of('empty-cache', 'none').queries + of('empty-cache', 'none').mostWaiting).toBeGreaterThan(PRODUCTS)
})

test('law 2: the database is slow, and nobody waits for it with Larder', () => {
  const totals = of('slow-database', 'larder')
  expect(totals).toMatchObject({ waited: 0, errors: 0, gaveUp: 0 })
  expect(totals.stale).toBeGreaterThan(0)
})

test('law 4: the database is down, and nobody gets an error with Larder', () => {
  expect(of('database-down', 'none').errors).toBeGreaterThan(0)
  expect(of('database-down', 'larder')).toMatchObject({ errors: 0, gaveUp: 0, waited: 0 })
})

test('law 4: the store is frozen, and with Larder everybody is answered by way of the database', () => {
  const bare = of('frozen-redis', 'none')
  const totals = of('frozen-redis', 'larder')
  expect(bare.queries).toBe(0)
  expect(bare.longest).toBeGreaterThan(3_500)
  expect(totals).toMatchObject({ errors: 0, gaveUp: 0, mostWaiting: 0 })
  expect(totals.waited).toBeGreaterThan(0)
  expect(totals.queries).toBeLessThan(totals.waited)
})

test('unknown IDs: Larder asks once for each, and remembers that there is no such product', () => {
  const totals = of('unknown-ids', 'larder')
  expect(totals.loaded).toBeLessThanOrEqual(50)
  expect(totals.missing).toBeGreaterThan(0)
  expect(totals.mostWaiting).toBe(0)
  const bare = of('unknown-ids', 'none')
  expect(bare.mostWaiting).toBeGreaterThan(0)
  expect(bare.missing).toBe(0)
})

test('law 9: version 2 is deployed, and Larder asks the database nothing', () => {
  expect(of('deploy-v2', 'larder')).toMatchObject({ queries: 0, loaded: 0, errors: 0 })
  expect(of('deploy-v2', 'none').mostWaiting).toBeGreaterThan(0)
})
