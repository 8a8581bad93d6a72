import { describe, expect, test } from '@jest/globals'
import { differing } from '@larder/test/made-files'
import { parseSvg } from '@larder/test/parse-svg'
import type { Results } from '../src/cli/results.ts'
import { readPlan, scenarioNames } from '../src/contract/index.ts'
import { readResults } from '../src/report/committed.ts'
import { filesOf, PAGE, PICTURES } from '../src/report/files.ts'
import { ran, real, samples, simulated, totals } from './support/invented-results.ts'

const results = [
  { protection: 'none', totals: totals({ queries: 60, p99: 1_000 }), samples: samples({ inFlight: 20 }) },
  { protection: 'larder', totals: totals({ queries: 1, p99: null }), samples: samples({ inFlight: 1 }) },
] as const
const invented: Results = {
  ...simulated,
  runs: [ran({}, results), ran({ scenario: 'database-down' }, results)],
}
const pageOf = (given: Results) => filesOf(given).get(PAGE) ?? ''

test('the page and the pictures in the repository are what the results give', () => {
  expect(differing({ files: filesOf(readResults()), folder: PICTURES })).toEqual([])
})

test('a file that differs, is missing or should not be there does not escape', () => {
  const picture = `${PICTURES}/expire-hot-key.svg`
  const files = filesOf(readResults()).set(PAGE, '').set(`${PICTURES}/none.svg`, '')
  files.delete(picture)
  expect(differing({ files, folder: PICTURES })).toEqual([PAGE, `${PICTURES}/none.svg`, picture])
})

test('the results in the repository are of every scenario', () => {
  expect(readResults().runs.map(({ plan }) => plan.scenario)).toEqual(scenarioNames)
})

test('the same results give the same bytes, also when they come from JSON', () => {
  expect(filesOf(JSON.parse(JSON.stringify(invented)))).toEqual(filesOf(invented))
})

test('there is a well-formed picture of each run, and the page shows it', () => {
  const files = filesOf(invented)
  const pictures = [`${PICTURES}/expire-hot-key.svg`, `${PICTURES}/database-down.svg`]
  expect([...files.keys()]).toEqual([PAGE, ...pictures])
  for (const picture of pictures) {
    expect(parseSvg(files.get(picture) ?? '').length).toBeGreaterThan(10)
    expect(pageOf(invented)).toContain(`](${picture.replace('docs/', '')})`)
  }
})

describe('the page', () => {
  test('says what is simulated', () => {
    const page = pageOf(invented)
    expect(page).toContain('The database is simulated')
    expect(page).toContain('1 server process serves the load, on Node 20.0.0; 2 × a processor.')
    expect(page).toContain('npm run lab -- --scenario all #')
  })

  test('says which servers were real, and how many processes there were', () => {
    const page = pageOf({ ...real, runs: [ran({ processes: 4 }, results)] })
    expect(page).toContain('The database is Postgres 15.0,')
    expect(page).toContain('The store is Redis 7.0.0.')
    expect(page).toContain('4 server processes share the load')
    expect(page).toContain('npm run lab -- --scenario all --real --processes 4 #')
    expect(page).not.toContain('simulated')
  })

  test('has a table of each run, the least figure of a row in bold, and what was not measured', () => {
    expect(pageOf(invented)).toContain(`|  | No protection | Larder |
| --- | --: | --: |
| Requests | 0 | 0 |
| p50 | – | – |
| p99 | 1 s | – |`)
    expect(pageOf(invented)).toContain('| Queries | 60 | **1** |')
  })

  test('has a link that repeats each run', () => {
    const links = [...pageOf(invented).matchAll(/http:\/\/localhost:4000\/lab\?([^)]*)&run=now/g)]
    const plans = links.map(([, query]) => readPlan(new URLSearchParams(query)))
    expect(plans).toEqual(invented.runs.map(({ plan }) => plan))
  })

  test('has the figures that only a real database tells, where there is one', () => {
    const told = totals({ queries: 3, database: { queries: 3, mostConnections: 2 } })
    const page = pageOf({
      ...real,
      runs: [ran({}, [{ protection: 'larder', totals: told, samples: [] }])],
    })
    expect(page).toContain('| Connections, as the database says | 2 of 20 |')
    expect(pageOf(invented)).not.toContain('as the database says')
  })
})

test('results of different loads, or of none, refuse the page', () => {
  const other = { ...invented, runs: [ran({}, results), ran({ scenario: 'unknown-ids', rate: 3 }, results)] }
  expect(() => filesOf(other)).toThrow(/the same numbers, received others in unknown-ids/)
  expect(() => filesOf({ ...simulated, runs: [] })).toThrow(/at least one run, received none/)
})
