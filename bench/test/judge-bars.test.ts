import { describe, expect, test } from '@jest/globals'
import { BARS, type Measure } from '../src/bars.ts'
import { checkBars } from '../src/check-bars.ts'
import { verdictCells } from '../src/describe-verdicts.ts'
import { judge } from '../src/judge-bars.ts'
import type { Outcome } from '../src/outcome.ts'
import { hits, median, memory, resultsOf, stampede, withRow, zipf } from './invented-results.ts'

/** The verdict on one bar, as it is printed: what was reached, and whether it holds. */
function verdict(task: string, row: string, measure: Measure, ...outcomes: readonly Outcome[]): string[] {
  const found = judge(resultsOf(...outcomes)).filter(
    ({ bar }) =>
      bar.task === task && bar.row === row && JSON.stringify(bar.measure) === JSON.stringify(measure),
  )
  expect(found).toHaveLength(1)
  return found.flatMap(verdictCells).slice(3)
}

describe('a ratio of time', () => {
  const of = (outcome: Outcome) => verdict('hits-100', 'Larder', 'ratio', outcome)

  test('holds up to its bar', () => {
    expect(of(hits)).toEqual(['1.250', 'holds'])
    expect(of(withRow(hits, { name: 'Larder', ...median(1.45) }))).toEqual(['1.450', 'holds'])
  })

  test('falls short beyond it, by however little', () => {
    expect(of(withRow(hits, { name: 'Larder', ...median(1.4501) }))[1]).toBe('falls short')
  })

  test('is the median, wherever the quartiles lie', () => {
    const wide = { median: 1.4, quartiles: [0.1, 50] } as const
    expect(of(withRow(hits, { name: 'Larder', ratio: wide }))).toEqual(['1.400', 'holds'])
  })
})

test('a ratio of throughput holds from its bar on', () => {
  const of = (value: number) =>
    verdict('zipf-64', 'Larder', 'ratio', withRow(zipf, { name: 'Larder', ...median(value) }))
  expect(of(4)).toEqual(['4', 'holds'])
  expect(of(3.99)).toEqual(['3.990', 'falls short'])
})

describe('a lead', () => {
  test('is over the fastest peer, whether times or throughputs are compared', () => {
    expect(verdict('hits-100', 'Larder', 'lead', hits)).toEqual(['3.200 times as fast as keyv', 'holds'])
    expect(verdict('zipf-64', 'Larder', 'lead', zipf)).toEqual(['2.500 times as fast as bentocache', 'holds'])
  })

  test('falls short where a peer is more than half as fast', () => {
    const close = withRow(hits, { name: 'keyv', ...median(2) })
    expect(verdict('hits-100', 'Larder', 'lead', close)[1]).toBe('falls short')
  })

  test('counts a peer in every way that it was used', () => {
    const rows = [...hits.rows, { name: 'cacheable, memory and Redis', ...median(1.25) }]
    const [reached] = verdict('hits-100', 'Larder', 'lead', { ...hits, rows })
    expect(reached).toBe('1 times as fast as cacheable, memory and Redis')
  })

  test('is not measured without a peer: what is written by hand is none', () => {
    const rows = hits.rows.filter(({ name }) => name !== 'keyv' && name !== 'bentocache')
    expect(verdict('hits-100', 'Larder', 'lead', { ...hits, rows })).toEqual(['', 'not measured'])
  })
})

describe('a figure', () => {
  const queries = { figure: 'queries' }
  const heap = { figure: 'heap, last ÷ half way' }

  test('that is exact holds at nothing else', () => {
    expect(verdict('stampede', 'Larder', queries, stampede)).toEqual(['1', 'holds'])
    const many = withRow(stampede, { name: 'Larder', figures: { queries: 2 } })
    expect(verdict('stampede', 'Larder', queries, many)).toEqual(['2', 'falls short'])
    const none = withRow(stampede, { name: 'Larder', figures: { queries: 0 } })
    expect(verdict('stampede', 'Larder', queries, none)).toEqual(['0', 'falls short'])
  })

  test('with two bounds holds between them', () => {
    const of = (value: number) =>
      verdict('memory', 'Larder', heap, {
        ...memory,
        rows: [{ name: 'Larder', figures: { [heap.figure]: value } }],
      })
    expect([0.94, 0.95, 1.05, 1.06].map((value) => of(value)[1])).toEqual([
      'falls short',
      'holds',
      'holds',
      'falls short',
    ])
  })

  test('that was no number is not measured: as JSON has it, null is less than any bar', () => {
    const figures = JSON.parse('{ "p99 / query time": null }')
    const lost = withRow(stampede, { name: 'Larder', figures })
    expect(verdict('stampede', 'Larder', { figure: 'p99 / query time' }, lost)).toEqual(['', 'not measured'])
  })
})

describe('what was not run', () => {
  test('is not measured, and does not hold: neither a task nor a row', () => {
    const verdicts = judge(resultsOf({ ...hits, rows: hits.rows.filter(({ name }) => name !== 'Larder') }))
    expect(verdicts).toHaveLength(BARS.length)
    const measured = verdicts.filter(({ value }) => value !== undefined)
    expect(measured.map(({ bar }) => bar.row)).toEqual(['Larder, freeze: false'])
    expect(verdicts.filter(({ holds }) => holds)).toEqual(measured)
  })

  test('fails the check', () => {
    expect(checkBars(resultsOf(hits)).holds).toBe(false)
  })
})

test('the check holds where every bar does', () => {
  expect(checkBars(resultsOf(...atTheBars())).holds).toBe(true)
})

test('the check prints each bar, in words, with what was reached and which falls short', () => {
  const short = withRow(hits, { name: 'Larder', ...median(1.5) })
  const { text, holds } = checkBars(resultsOf(short, stampede))
  expect(holds).toBe(false)
  const lines = text.split('\n').map((line) => line.split(/ {2,}/))
  expect(lines).toContainEqual(['hits-100', 'Larder', 'ratio: at most 1.45', '1.500', 'falls short'])
  expect(lines).toContainEqual(['stampede', 'Larder', 'queries: exactly 1', '1', 'holds'])
  expect(lines).toContainEqual(['zipf-64', 'Larder', 'ratio: at least 4', 'not measured'])
  expect(lines).toContainEqual(['memory', 'Larder', 'heap, last ÷ half way: 0.95 to 1.05', 'not measured'])
  expect(text).toMatch(/^Bars that hold: 4; that fall short: 1; not measured: 13\.$/m)
})

/** Every task with just those rows that its bars ask for, just as good as they ask, and a peer half as fast. */
function atTheBars(): Outcome[] {
  return [...new Set(BARS.map(({ task }) => task))].map((task) => {
    const bars = BARS.filter((bar) => bar.task === task)
    const of = bars.some(({ measure, atLeast }) => measure === 'ratio' && atLeast !== undefined)
      ? 'throughput'
      : 'time'
    const rows = [...new Set(bars.map(({ row }) => row))].map((name) => {
      const own = bars.filter(({ row }) => row === name)
      const ratio = own.find(({ measure }) => measure === 'ratio')
      const figures = own.flatMap(({ measure, atMost }) =>
        typeof measure === 'object' ? [[measure.figure, atMost]] : [],
      )
      return { name, ...median(ratio?.atLeast ?? ratio?.atMost ?? 1), figures: Object.fromEntries(figures) }
    })
    const peer = { name: 'keyv', ...median(of === 'time' ? 100 : 0.01) }
    return { task, title: task, ratio: { of, base: RAW }, rows: [...rows, peer] }
  })
}

const RAW = 'raw MGET + JSON.parse'
