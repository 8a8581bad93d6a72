/** What the lab's page makes of figures: the sentence of a protection, the best of a row, lines on a common time axis. */
import { expect, test } from '@jest/globals'
import { DEFAULTS, EVENT_AT, type Sample } from '@larder/lab/contract'
import { duration, findingOf, leastOf } from '@larder/lab/shown'
import { type ChartKind, FURTHER_CHARTS, mainCharts } from '../browser/lab/charts.ts'
import { linesOf, mostOf, stackOf, timesOf } from '../browser/lab/lines.ts'
import { NO_OUTCOMES, QUIET } from './support/totals.ts'

test('a stampede is told by its queries, the connections they wanted, and those who waited', () => {
  const totals = { ...QUIET, queries: 154, mostInFlight: 20, mostWaiting: 134, waited: 1_480, longest: 3_140 }
  expect(findingOf(DEFAULTS, totals)).toBe(
    '154 queries, up to 154 at once for 20 connections; 1,480 readers waited for a query, the slowest answer took 3.1 s.',
  )
})

test('where nobody waited, that is said', () => {
  expect(findingOf(DEFAULTS, QUIET)).toBe(
    '1 query; nobody waited for a query, the slowest answer took 12 ms.',
  )
  expect(findingOf(DEFAULTS, { ...QUIET, queries: 0 })).toMatch(/^No query; nobody waited for a query/)
})

test('who waited where there was no query did not wait for one', () => {
  expect(findingOf(DEFAULTS, { ...QUIET, queries: 0, waited: 5 })).toMatch(/^No query; 5 readers waited, the/)
})

test('requests that got no answer are told, and only where there were some', () => {
  const sentence = findingOf(DEFAULTS, { ...QUIET, errors: 12, waited: 5, gaveUp: 3 })
  expect(sentence).toMatch(/; 5 readers waited for a query, 3 of them until they gave up; 12 got an error\.$/)
})

test('a run in which nothing was asked has a sentence, too', () => {
  expect(findingOf(DEFAULTS, { ...QUIET, requests: 0, queries: 0, longest: null })).toBe(
    'No query; nobody waited for a query.',
  )
})

test('times are in ms below a second, and in seconds from there', () => {
  expect([0.52, 9.96, 420, 1_000, 3_140].map(duration)).toEqual(['0.5 ms', '10 ms', '420 ms', '1 s', '3.1 s'])
})

test('the least of a row is marked, unless all are the same or none is known', () => {
  expect(leastOf([154, 1, 1])).toBe(1)
  expect(leastOf([0, 0, 0])).toBeNull()
  expect(leastOf([null, null])).toBeNull()
  expect(leastOf([null, 3])).toBeNull()
})

test('lines have a figure for each quarter of a second, and none where no sample came', () => {
  const long = { protection: 'none', samples: [sampleAt(250), sampleAt(1_000)], totals: null } as const
  const times = timesOf([long, { protection: 'larder', samples: [], totals: null }])
  expect(times).toEqual([0.25, 0.5, 0.75, 1])
  expect(stackOf(long, times)[0]?.figures).toEqual([10, null, null, 20])
})

test('outcomes stand upon each other, and their legend has their own figures', () => {
  const round = { protection: 'none', samples: [sampleAt(250)], totals: null } as const
  const times = timesOf([round])
  const stack = stackOf(round, times)
  expect(stack.map((line) => mostOf(line, times))).toEqual([10, 0, 0, 0, 2, 0, 0])
  expect(stack.map(({ heights }) => heights?.[0])).toEqual([10, 10, 10, 10, 12, 12, 12])
})

test('one query is one per second, and is so for a second', () => {
  const counts = [0, 1, 0, 0, 0, 0]
  const samples = counts.map((queries, index) => ({ ...sampleAt((index + 1) * 250), queries }))
  const round = { protection: 'larder', samples, totals: null } as const
  const queries = FURTHER_CHARTS.find(({ title }) => title === 'Queries per second') as ChartKind
  expect(linesOf(queries, [round], timesOf([round]))[0]?.figures).toEqual([0, 1, 1, 1, 1, 0])
})

test('the most of a chart of times is of what ended after the event, as the totals are', () => {
  const at = (ms: number, p99: number) => ({ ...sampleAt(ms), p99 })
  const samples = [at(2_750, 90), at(EVENT_AT, 80), at(EVENT_AT + 250, 7)]
  const round = { protection: 'none', samples, totals: null } as const
  const times = timesOf([round])
  const kind = mainCharts(null).find(({ title }) => title === 'p99') as ChartKind
  const [line] = linesOf(kind, [round], times)
  expect(line && mostOf(line, times, kind.since)).toBe(7)
})

function sampleAt(at: number): Sample {
  const figures = { p50: null, p99: null, inFlight: 0, queries: 0, waiting: 0, commands: 0 }
  return { ...NO_OUTCOMES, ...figures, at, requests: 12, hits: 10, loaded: 2 }
}
