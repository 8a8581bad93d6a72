/** Which value of a task's rows counts, and its rows in that order: the best first, in the chart as in the table. */
import type { Outcome, Row } from '../outcome.ts'

export interface Ranked {
  /** What the values are. */
  readonly meaning: string
  readonly better: 'less' | 'more'
  readonly rows: readonly RankedRow[]
}

export interface RankedRow {
  readonly row: Row
  /** Absent where the row has none; such rows stand last. */
  readonly value?: number
}

/** By the ratio; where a task compares no times by `figure`, of which less is better. */
export function ranked(outcome: Outcome, figure: string | undefined): Ranked | undefined {
  const { ratio } = outcome
  if (ratio !== undefined) {
    const meaning = `${ratio.of} ÷ ${ratio.of} of ${ratio.base}`
    const better = ratio.of === 'time' ? 'less' : 'more'
    const valueIn = (row: Row) => (row.name === ratio.base ? 1 : row.ratio?.median)
    return { meaning, better, rows: inOrder(outcome.rows, valueIn, better) }
  }
  if (figure === undefined) return undefined
  return {
    meaning: figure,
    better: 'less',
    rows: inOrder(outcome.rows, (row) => row.figures?.[figure], 'less'),
  }
}

function inOrder(
  rows: readonly Row[],
  valueIn: (row: Row) => number | null | undefined,
  better: Ranked['better'],
): RankedRow[] {
  const all = rows.map((row): RankedRow => {
    const value = valueIn(row)
    return typeof value === 'number' ? { row, value } : { row }
  })
  const valued = all.filter(hasValue).sort((a, b) => (better === 'less' ? 1 : -1) * (a.value - b.value))
  return [...valued, ...all.filter((row) => !hasValue(row))]
}

export function hasValue(row: RankedRow): row is RankedRow & { readonly value: number } {
  return row.value !== undefined
}
