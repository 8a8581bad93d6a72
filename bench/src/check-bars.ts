/** For `npm run bench -- --check`: what to print, and whether every bar holds. */
import { describeVerdicts } from './describe-verdicts.ts'
import { judge } from './judge-bars.ts'
import type { Results } from './outcome.ts'

/** @param tasks Those whose bars count. Default: all. */
export function checkBars(results: Results, tasks?: readonly string[]): { text: string; holds: boolean } {
  const verdicts = judge(results).filter(({ bar }) => tasks?.includes(bar.task) ?? true)
  return { text: describeVerdicts(verdicts), holds: verdicts.every(({ holds }) => holds) }
}
