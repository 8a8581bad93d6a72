/** `docs/benchmarks.md`: each task with its chart and its table, then the bars, and whom Larder was compared with. */
import { stateOf, VERDICT_HEAD, verdictCells } from '../describe-verdicts.ts'
import { judge, type Verdict } from '../judge-bars.ts'
import type { Outcome, Results } from '../outcome.ts'
import type { Chart } from './chart.ts'
import { table, taskTable } from './table.ts'
import { CONTESTANTS, LIMITS, OPENING, READING, type TaskWords } from './words.ts'

export interface Section {
  readonly outcome: Outcome
  readonly words: TaskWords
  readonly chart: Chart | undefined
}

export function pageOf(results: Results, sections: readonly Section[]): string {
  return `${[
    '# Benchmarks',
    OPENING,
    '## What was measured, on what',
    measuredOn(results),
    '## How to read it',
    READING,
    '## The tasks',
    ...sections.flatMap(taskParts),
    '## What Larder has to reach',
    ...barParts(judge(results), sections),
    '## Whom it was compared with',
    CONTESTANTS,
    table(
      ['', 'version', 'how it was used'],
      results.contestants.map(({ name, version, settings }) => [name, version, settings]),
    ),
    '## What these numbers do not show',
    LIMITS,
  ].join('\n\n')}\n`
}

function measuredOn({ outcomes, rounds, node, redis, cpu }: Results): string {
  return `${outcomes.length} tasks in ${rounds} rounds, on Node ${node.replace(/^v/, '')} and Redis ${redis}; ${cpu}.`
}

function taskParts({ outcome, words, chart }: Section): string[] {
  const parts = [`### ${outcome.task}`, words.what]
  if (chart !== undefined)
    parts.push(`![Bars of ${outcome.task}: ${chart.note}](benchmarks/${outcome.task}.svg)`)
  return [...parts, taskTable(outcome, words.charted)]
}

function barParts(verdicts: readonly Verdict[], sections: readonly Section[]): string[] {
  const sum =
    'The medians count, as they were measured; `npm run bench -- --check` exits with 1 where a bar does not hold.'
  return [sum, table(VERDICT_HEAD, verdicts.map(verdictCells)), ...shortfalls(verdicts, sections)]
}

/** A bar that falls short is explained, or there is no page. */
function shortfalls(verdicts: readonly Verdict[], sections: readonly Section[]): string[] {
  const short = new Set(verdicts.filter((each) => stateOf(each) === 'falls short').map(({ bar }) => bar.task))
  const concerned = sections.filter(({ outcome }) => short.has(outcome.task))
  const unexplained = concerned.filter(({ words }) => words.short === undefined)
  if (unexplained.length > 0) {
    const tasks = unexplained.map(({ outcome }) => outcome.task).join(', ')
    throw new Error(
      `Bars fall short: expected words.ts to say why, as \`short\`, found nothing for ${tasks}.`,
    )
  }
  if (concerned.length === 0) return []
  const reasons = concerned.map(({ outcome, words }) => `- **${outcome.task}.** ${words.short}`)
  return ['### What falls short, and why', reasons.join('\n')]
}
