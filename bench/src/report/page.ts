/** `docs/benchmarks.md`: each task with its chart and its table, then the bars, and whom Larder was compared with. */
import { markdownTable } from '@larder/test/markdown-table'
import { nameOf } from '../bars.ts'
import { stateOf, VERDICT_HEAD, verdictCells } from '../describe-verdicts.ts'
import { judge, type Verdict } from '../judge-bars.ts'
import type { Outcome, Results } from '../outcome.ts'
import type { Chart } from './chart.ts'
import { taskTable } from './table.ts'
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
    markdownTable(
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
  return [sum, markdownTable(VERDICT_HEAD, verdicts.map(verdictCells)), ...shortfalls(verdicts, sections)]
}

/** A bar that falls short is explained, each by itself, or there is no page. */
function shortfalls(verdicts: readonly Verdict[], sections: readonly Section[]): string[] {
  const short = verdicts.filter((each) => stateOf(each) === 'falls short').map(({ bar }) => bar)
  const reasons = short.map((bar) => {
    const { words } = sections.find(({ outcome }) => outcome.task === bar.task) as Section
    return { name: `${bar.task}, ${nameOf(bar)}`, why: words.short?.[nameOf(bar)] }
  })
  const unexplained = reasons.filter(({ why }) => why === undefined).map(({ name }) => name)
  if (unexplained.length > 0)
    throw new Error(
      `Bars fall short: expected words.ts to say why, as \`short\`, found nothing for ${unexplained.join('; ')}.`,
    )
  if (reasons.length === 0) return []
  return ['### What falls short, and why', reasons.map(({ name, why }) => `- **${name}.** ${why}`).join('\n')]
}
