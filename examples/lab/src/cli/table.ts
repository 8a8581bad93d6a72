/** The totals of a run as a table of text: a row for each figure, a column for each protection. */
import { type Plan, PROTECTIONS } from '../contract/index.ts'
import { type Result, rowsOf } from '../shown/rows.ts'

export function tableOf(plan: Plan, results: readonly Result[]): string {
  const rows = rowsOf(plan, results).map(({ title, cells }) => [title, ...cells.map(({ text }) => text)])
  return aligned([['', ...results.map(({ protection }) => PROTECTIONS[protection].title)], ...rows])
}

/** The first column to the left, the others to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}
