/** What a task's chart shows: one bar a row, the best on top. */
import type { Outcome } from '../outcome.ts'
import { figureText, quartilesText, ratioText } from './numbers.ts'
import { hasValue, ranked } from './ranked.ts'

export interface Chart {
  readonly title: string
  /** What the bars are. */
  readonly note: string
  readonly bars: readonly Bar[]
  /** Where the base is, which every bar is compared with. */
  readonly baseLine?: number
}

export interface Bar {
  readonly name: string
  readonly value: number
  /** The value, as it is written behind the bar. */
  readonly label: string
  /** From the first to the third quartile. */
  readonly whisker?: readonly [low: number, high: number]
  readonly look: 'larder' | 'base' | 'other'
  /** For who does not see it. */
  readonly inWords: string
}

/** By `figure` where the task compares no times. Nothing where no row has such a value. */
export function chartOf(outcome: Outcome, figure: string | undefined): Chart | undefined {
  const order = ranked(outcome, figure)
  const bars = order?.rows.filter(hasValue).map(({ row, value }): Bar => {
    const { name, ratio } = row
    const label = outcome.ratio === undefined ? figureText(value) : ratioText(value)
    const look = name === outcome.ratio?.base ? 'base' : name.startsWith('Larder') ? 'larder' : 'other'
    if (outcome.ratio === undefined || ratio === undefined) {
      return { name, value, label, look, inWords: `${name} ${label}` }
    }
    const inWords = `${name} ${label} (${quartilesText(ratio)})`
    return { name, value, label, whisker: ratio.quartiles, look, inWords }
  })
  if (order === undefined || bars === undefined || bars.length === 0) return undefined
  const better = order.better === 'less' ? 'shorter is better' : 'longer is better'
  const whiskers = bars.some(({ whisker }) => whisker) ? ' Whiskers: quartiles.' : ''
  return {
    title: `${outcome.task}: ${outcome.title.replace(/\.$/, '')}`,
    note: `${order.meaning}; ${better}.${whiskers}`,
    bars,
    ...(outcome.ratio === undefined ? {} : { baseLine: 1 }),
  }
}
