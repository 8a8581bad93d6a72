/** Verdicts in words: for the terminal, and cell by cell for the page. */
import type { Bar } from './bars.ts'
import type { Verdict } from './judge-bars.ts'

export const VERDICT_HEAD = ['task', 'row', 'bar', 'reached', ''] as const

/** A table, and below it how many bars fall short and how many were not measured. */
export function describeVerdicts(verdicts: readonly Verdict[]): string {
  const rows = [VERDICT_HEAD, ...verdicts.map(verdictCells)]
  const widths = VERDICT_HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const lines = rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  const states = verdicts.map(stateOf)
  const count = (state: State) => states.filter((each) => each === state).length
  const sum = `Bars that hold: ${count('holds')}; that fall short: ${count('falls short')}; not measured: ${count('not measured')}.`
  return [...lines.map((line) => line.trimEnd()), '', sum].join('\n')
}

/** As `VERDICT_HEAD` names them. */
export function verdictCells(verdict: Verdict): string[] {
  const { task, row } = verdict.bar
  return [task, row, barInWords(verdict.bar), reached(verdict), stateOf(verdict)]
}

type State = 'holds' | 'falls short' | 'not measured'

export function stateOf({ value, holds }: Verdict): State {
  if (value === undefined) return 'not measured'
  return holds ? 'holds' : 'falls short'
}

function barInWords(bar: Bar): string {
  const bounds = boundsInWords(bar)
  if (bar.measure === 'ratio') return `ratio: ${bounds}`
  if (bar.measure === 'lead') return `${bounds} times as fast as the fastest peer`
  return `${bar.measure.figure}: ${bounds}`
}

function boundsInWords({ atLeast, atMost }: Bar): string {
  if (atLeast === undefined) return `at most ${atMost}`
  if (atMost === undefined) return `at least ${atLeast}`
  return atLeast === atMost ? `exactly ${atLeast}` : `${atLeast} to ${atMost}`
}

/** One digit more than the bars have, so that what falls short by a little does not look as if it held. */
function reached({ value, peer }: Verdict): string {
  if (value === undefined) return ''
  const text = Number.isInteger(value) ? `${value}` : value.toFixed(3)
  return peer === undefined ? text : `${text} times as fast as ${peer}`
}
