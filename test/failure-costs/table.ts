/** The table, of what each scenario has cost each contender; and the same for programs. */

import type { ContenderName } from './contenders/index.ts'
import type { Result, Run } from './judge.ts'

const HEAD = [
  ...['what fails', 'law', 'the bound'],
  ...['source calls', 'store commands', 'slowest read, ms'],
  ...['naive: source calls', 'naive: store commands', 'naive: slowest read, ms'],
]

/** In Markdown. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ scenario: { name, fails, law, bound }, runs: { larder, naive } }) => [
    ...[`\`${name}\`: ${fails}`, `${law}`, bound],
    ...cellsOf(larder),
    ...cellsOf(naive),
  ])
  return [HEAD, HEAD.map((_, i) => (i > 2 || i === 1 ? '--:' : '---')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function cellsOf(run: Run | undefined): string[] {
  if (run === undefined) return ['', '', '']
  const { calls, commands, slowest } = run.measured
  return [grouped(calls), grouped(commands), grouped(Math.round(slowest))]
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}

export function jsonOf(results: readonly Result[]): string {
  const told = results.map(({ scenario: { name, fails, law, bound }, runs }) => {
    const entries = Object.entries(runs) as [ContenderName, Run][]
    return { name, fails, law, bound, ...Object.fromEntries(entries) }
  })
  return JSON.stringify(told)
}
