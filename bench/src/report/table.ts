/** Tables in Markdown: any, and that of a task. */
import type { Outcome } from '../outcome.ts'
import { figureText, quartilesText, ratioText } from './numbers.ts'
import { type RankedRow, ranked } from './ranked.ts'

/** Columns from `numbersFrom` on are aligned to the right. */
export function table(head: readonly string[], rows: readonly string[][], numbersFrom = head.length): string {
  const rule = head.map((_, column) => (column < numbersFrom ? '---' : '--:'))
  return [head, rule, ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n')
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|')
}

/** In the order of the chart, with every figure that a row has. */
export function taskTable(outcome: Outcome, charted: string | undefined): string {
  const order = ranked(outcome, charted)
  const rows: readonly RankedRow[] = order?.rows ?? outcome.rows.map((row) => ({ row }))
  const figures = [...new Set(outcome.rows.flatMap((row) => Object.keys(row.figures ?? {})))]
  const ratio = outcome.ratio === undefined ? [] : [order?.meaning ?? '', 'middle half']
  return table(
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
