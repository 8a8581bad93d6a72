/** `docs/stampede.md`: what was run, each scenario with its picture and its table, and what none of that shows. */
import { markdownTable } from '@larder/test/markdown-table'
import type { Results } from '../cli/results.ts'
import type { Ran } from '../cli/run-plan.ts'
import { PROTECTIONS, protectionNames, SCENARIOS } from '../contract/index.ts'
import { findingOf } from '../shown/finding.ts'
import { rowsOf } from '../shown/rows.ts'
import { repeatCommands, repeatLink } from './repeat.ts'
import { loadOf, numbersOf, standOf } from './what-was-run.ts'
import { LIMITS, NO_BETTER, OPENING, PROTECTION_WORDS, READING, REASONS, REPEATING } from './words.ts'

/** @param pictureOf the path to the picture of a scenario, from the page. */
export function pageOf(results: Results, pictureOf: (ran: Ran) => string): string {
  return `${[
    '# A stampede, under three protections',
    OPENING,
    '## What was run',
    loadOf(numbersOf(results)),
    standOf(results),
    '## The three protections',
    protectionList(),
    '## How to read it',
    READING,
    '## The scenarios',
    ...results.runs.flatMap((ran) => scenarioParts(ran, pictureOf(ran))),
    '## Where Larder is no better',
    NO_BETTER,
    '## What this does not show',
    LIMITS,
    '## Run it again',
    REPEATING,
    repeatCommands(results),
  ].join('\n\n')}\n`
}

function protectionList(): string {
  return protectionNames
    .map((name) => `- **${PROTECTIONS[name].title}.** ${PROTECTIONS[name].what} ${PROTECTION_WORDS[name]}`)
    .join('\n')
}

function scenarioParts({ plan, results }: Ran, picture: string): string[] {
  const { title, what } = SCENARIOS[plan.scenario]
  const findings = results.map(
    ({ protection, totals }) => `- **${PROTECTIONS[protection].title}.** ${findingOf(plan, totals)}`,
  )
  return [
    `### ${title}`,
    what,
    `![Queries in flight and the time to an answer, under each protection: ${title}](${picture})`,
    findings.join('\n'),
    REASONS[plan.scenario],
    totalsTable({ plan, results }),
    repeatLink(plan),
  ]
}

function totalsTable({ plan, results }: Ran): string {
  const rows = rowsOf(plan, results).map(({ title, cells }) => [
    title,
    ...cells.map(({ text, isBest }) => (isBest ? `**${text}**` : text)),
  ])
  return markdownTable(['', ...results.map(({ protection }) => PROTECTIONS[protection].title)], rows, 1)
}
