/** `docs/failure-costs.md`: what stands above the table, and the table. */
import { fileURLToPath } from 'node:url'
import type { Result } from './judge.ts'
import { tableOf } from './table.ts'

export const PAGE = fileURLToPath(new URL('../../docs/failure-costs.md', import.meta.url))

export function pageOf(results: readonly Result[]): string {
  return `${ABOVE}\n${tableOf(results)}\n`
}

const ABOVE = `# What failures cost

Law 4 says that failure costs less than success. This is what each failure costs on a real Redis: how often the source is
called, how many commands the store is sent, how long the slowest read takes. \`npm run failure-costs\` runs each scenario,
and exits with 1 where a count breaks its bound. A bound has a minimum, too, where trying again is what counts: an error
that is cached for ever would keep every maximum. Times are printed and bind nobody, except that no read may be late by
more than a busy machine explains.

Beside Larder runs cache-aside as it is written by hand: \`GET\`, on a miss load and \`SET EX\`; errors are not cached; after an
error of the store the source is asked. Its commands have a deadline, that of Larder's store. It has to break a bound of
every scenario, or the scenario would prove nothing. In the soak it takes no part.

Here cool-downs last 250 ms and do not grow, \`timeout\` is 300 ms, \`storeTimeout\` 400 ms; the source takes 10 ms
(\`test/failure-costs/settings.ts\`). The numbers are those of one run, and others will differ a little;
\`npm run failure-costs -- --write\` writes this page.
`
