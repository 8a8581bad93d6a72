/** An outcome as text for a terminal. */
import type { Outcome, Row } from './outcome.ts'

export function describe({ task, title, ratio, rows }: Outcome): string {
  const compared = ratio === undefined ? '' : `: × the ${ratio.of} of ${ratio.base}`
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map((row) => `  ${row.name.padEnd(width)}${describeRatio(row)}${describeFigures(row)}`)
  return [`${task}${compared}`, `  ${title}`, ...lines, ''].join('\n')
}

function describeRatio({ ratio }: Row): string {
  if (ratio === undefined) return ' '.repeat(RATIO_WIDTH)
  const [low, high] = ratio.quartiles
  return `  ${ratio.median.toFixed(3).padStart(8)}  (${low.toFixed(3)} to ${high.toFixed(3)})`.padEnd(
    RATIO_WIDTH,
  )
}

const RATIO_WIDTH = 34

function describeFigures({ figures = {} }: Row): string {
  return Object.entries(figures)
    .map(([name, value]) => `  ${name}: ${Number(value.toPrecision(4))}`)
    .join('')
}
