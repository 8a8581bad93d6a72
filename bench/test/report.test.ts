import { describe, expect, test } from '@jest/globals'
import { differing } from '@larder/test/made-files'
import { readResults } from '../src/report/committed.ts'
import { CHARTS, filesOf, PAGE } from '../src/report/files.ts'
import { TASKS } from '../src/report/words.ts'
import { hits, median, memory, resultsOf, stampede, withRow, zipf } from './invented-results.ts'

const all = resultsOf(hits, zipf, stampede, memory)
const pageOf = (results: typeof all, words = TASKS) => filesOf(results, words).get(PAGE) ?? ''

test('the page and the charts in the repository are what its results give', () => {
  expect(differing({ files: filesOf(readResults(), TASKS), folder: CHARTS })).toEqual([])
})

test('the same results give the same bytes, also when they come from JSON', () => {
  expect(filesOf(JSON.parse(JSON.stringify(all)), TASKS)).toEqual(filesOf(all, TASKS))
})

test('there is a chart for each task whose rows have a value in common, and the page shows it', () => {
  const charts = ['hits-100', 'zipf-64', 'stampede'].map((task) => `docs/benchmarks/${task}.svg`)
  expect([...filesOf(all, TASKS).keys()]).toEqual([PAGE, ...charts])
  for (const chart of charts) expect(pageOf(all)).toContain(`](${chart.replace('docs/', '')})`)
})

describe('the page', () => {
  test('says on what was measured', () => {
    expect(pageOf(all)).toContain(
      '4 tasks in 5 rounds, on Node 20.0.0 and Redis 7.0.0; a processor, 2 cores.',
    )
  })

  test('has a table of each task: the ratio, the middle half, every figure', () => {
    expect(pageOf(all)).toContain(`|  | time ÷ time of raw MGET + JSON.parse | middle half |
| --- | --: | --: |
| raw MGET + JSON.parse | 1.00 |  |
| Larder, freeze: false | 1.10 | 0.99 to 1.32 |`)
    expect(pageOf(all)).toContain(`|  | queries | p99, ms | unanswered | p99 / query time |
| --- | --: | --: | --: | --: |
| Larder | 1 | 400 |  | 1 |
| single flight per process | 8 | 400 |  | 1 |
| none | 500 | 10,000 | 12,000 |  |`)
  })

  test('has the verdict on every bar', () => {
    expect(pageOf(all)).toContain('| hits-100 | Larder | ratio: at most 1.45 | 1.250 | holds |')
    expect(pageOf(all)).toContain('| near-hits | Larder, near cache | ratio: at most 1.5 |  | not measured |')
  })

  test('has the versions and settings of the others; a cell keeps its bar', () => {
    expect(pageOf(all)).toContain('| keyv | 5.0.0 | With @keyv/redis \\| getMany and setMany. |')
  })
})

describe('a bar that falls short', () => {
  const short = resultsOf(withRow(hits, { name: 'Larder', ...median(2) }))
  const what = 'What is done.'

  test('is explained on the page', () => {
    const page = pageOf(short, {
      'hits-100': { what, short: { 'Larder: ratio': 'Freezing takes its time.' } },
    })
    expect(page).toContain(
      '### What falls short, and why\n\n- **hits-100, Larder: ratio.** Freezing takes its time.',
    )
  })

  test('refuses the page while nothing explains it', () => {
    expect(() => pageOf(short, { 'hits-100': { what } })).toThrow(/expected words\.ts to say why.*hits-100/)
  })

  test('is the only one that is explained', () => {
    expect(
      pageOf(all, { ...TASKS, 'hits-100': { what, short: { 'Larder: ratio': 'Long ago.' } } }),
    ).not.toContain('Long ago.')
  })
})

test('a task without words refuses the page', () => {
  expect(() => filesOf(resultsOf({ ...hits, task: 'hits-7' }), TASKS)).toThrow(/to say what hits-7 is/)
})
