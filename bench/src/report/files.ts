/** All files that a run's results give, by their path in the repository. The same results give the same bytes. */
import type { Results } from '../outcome.ts'
import { chartOf } from './chart.ts'
import { draw } from './draw.ts'
import { pageOf } from './page.ts'
import type { TaskWords } from './words.ts'

export const PAGE = 'docs/benchmarks.md'
/** Nothing but charts lives there. */
export const CHARTS = 'docs/benchmarks'

export function filesOf(results: Results, words: Readonly<Record<string, TaskWords>>): Map<string, string> {
  const sections = results.outcomes.map((outcome) => {
    const ofTask = words[outcome.task]
    if (ofTask === undefined)
      throw new Error(`Expected words.ts to say what ${outcome.task} is, found nothing.`)
    return { outcome, words: ofTask, chart: chartOf(outcome, ofTask.charted) }
  })
  const files = new Map([[PAGE, pageOf(results, sections)]])
  for (const { outcome, chart } of sections) {
    if (chart !== undefined) files.set(`${CHARTS}/${outcome.task}.svg`, draw(chart))
  }
  return files
}
