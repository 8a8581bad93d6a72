/** The table of a task. */
import { markdownTable } from '@larder/test/markdown-table'
import type { Outcome } from '../outcome.ts'
import { figureText, quartilesText, ratioText } from './numbers.ts'
import { type RankedRow, ranked } from './ranked.ts'

/** In the order of the chart, with every figure that a row has. */
export function taskTable(outcome: Outcome, charted: string | undefined): string {
  const order = ranked(outcome, charted)
  const rows: readonly RankedRow[] = order?.rows ?? outcome.rows.map((row) => ({ row }))
  const figures = [...new Set(outcome.rows.flatMap((row) => Object.keys(row.figures ?? {})))]
  const ratio = outcome.ratio === undefined ? [] : [order?.meaning ?? '', 'middle half']
  return markdownTable(
    ['', ...ratio, ...figures],
    rows.map(({ row, value }) => [
      row.name,
      ...(outcome.ratio === undefined ? [] : ratioCells(row, value)),
      ...figures.map((figure) => figureText(row.figures?.[figure])),
    ]),
    1,
  )
}

function ratioCells({ ratio }: RankedRow['row'], value: number | undefined): string[] {
  return [value === undefined ? '' : ratioText(value), ratio === undefined ? '' : quartilesText(ratio)]
}
