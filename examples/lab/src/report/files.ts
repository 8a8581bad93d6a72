/** All files that the results give, by their path in the repository. The same results give the same bytes. */
import type { Results } from '../cli/results.ts'
import type { Ran } from '../cli/run-plan.ts'
import { draw } from './draw.ts'
import { pageOf } from './page.ts'
import { pictureOf } from './picture.ts'

export const PAGE = 'docs/stampede.md'
/** Nothing but pictures lives there. */
export const PICTURES = 'docs/stampede'

export function filesOf(results: Results): Map<string, string> {
  const files = new Map([[PAGE, pageOf(results, (ran) => `stampede/${nameOf(ran)}`)]])
  for (const ran of results.runs) files.set(`${PICTURES}/${nameOf(ran)}`, draw(pictureOf(ran)))
  return files
}

function nameOf({ plan }: Ran): string {
  return `${plan.scenario}.svg`
}
