/** For `npm run bench -- --check`: what to print, and whether every bar holds. */
import { describeVerdicts } from './describe-verdicts.ts'
import { judge } from './judge-bars.ts'
import type { Results } from './outcome.ts'

export function checkBars(results: Results): { text: string; holds: boolean } {
  const verdicts = judge(results)
  return { text: describeVerdicts(verdicts), holds: verdicts.every(({ holds }) => holds) }
}
