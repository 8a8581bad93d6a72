/** The table of totals as text: a row for each figure that these results have, a cell for each protection. */
import type { Plan, ProtectionName, Totals } from '../contract/index.ts'
import { FIGURES, leastOf } from './figures.ts'

export interface Result {
  readonly protection: ProtectionName
  readonly totals: Totals
}

export interface Row {
  readonly title: string
  readonly cells: readonly {
    readonly text: string
    /** It is the least of its row, where less is better; so are others that read the same. */
    readonly isBest: boolean
  }[]
}

export function rowsOf(plan: Plan, results: readonly Result[]): Row[] {
  const isReal = results.some(({ totals }) => totals.database)
  return FIGURES.filter(({ real }) => isReal || !real).map(({ title, of, text, least }) => {
    const values = results.map(({ totals }) => of(totals))
    const write = (value: number | null) => (value === null ? '–' : text(value, plan))
    const best = write(least ? leastOf(values) : null)
    const texts = values.map(write)
    const differ = texts.some((one) => one !== best)
    return {
      title,
      cells: texts.map((one) => ({ text: one, isBest: differ && one === best && one !== '–' })),
    }
  })
}
