/** The totals of a run as a table of text: a row for each figure, a column for each protection. */
import { type Plan, PROTECTIONS, type ProtectionName, type Totals } from '../contract/index.ts'
import { FIGURES } from '../shown/figures.ts'

export interface Result {
  readonly protection: ProtectionName
  readonly totals: Totals
}

export function tableOf(plan: Plan, results: readonly Result[]): string {
  const shown = FIGURES.filter(({ real }) => !real || results.some(({ totals }) => totals.database))
  const rows = shown.map(({ title, of, text }) => [
    title,
    ...results.map(({ totals }) => {
      const value = of(totals)
      return value === null ? '–' : text(value, plan)
    }),
  ])
  return aligned([['', ...results.map(({ protection }) => PROTECTIONS[protection].title)], ...rows])
}

/** The first column to the left, the others to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}
