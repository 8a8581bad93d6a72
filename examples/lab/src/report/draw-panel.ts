/** One panel: its axis, its level, its lines, and their names beside it. */
import { rounded, text } from '@larder/test/svg'
import { type ProtectionName, protectionNames } from '../contract/index.ts'
import { type Label, labelsOf, ROW } from './labels.ts'
import type { Line, Panel, Point } from './picture.ts'
import { scaleOf } from './scale.ts'

export interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** How far above the panel its title stands: the first one has the name of the event below it. */
const TITLE_ABOVE = { count: 30, ms: 12 } as const
const SWATCH = 26

/** The lines that others cover are drawn first, and the thicker: a solid one shows through the gaps of a dashed one. */
const FROM_BELOW = protectionNames.toReversed()

/** @param x where a time lies, in ms. */
export function drawPanel(panel: Panel, frame: Frame, x: (ms: number) => number): string[] {
  const { left, right, top, bottom } = frame
  const scale = scaleOf(panel)
  const y = (value: number) => bottom - scale.share(value) * (bottom - top)
  const { level, lines } = panel
  return [
    text('panel', left, top - TITLE_ABOVE[panel.unit], panel.title),
    ...scale.ticks.flatMap(({ value, name }) => [
      `<path class="grid" d="M${left} ${rounded(y(value))}H${right}"/>`,
      text('value', left - 8, y(value) + 4, name),
    ]),
    ...(level === undefined
      ? []
      : [
          `<path class="level" d="M${left} ${rounded(y(level.value))}H${right}"/>`,
          text('level-name', left + 6, y(level.value) - 6, level.name),
        ]),
    ...FROM_BELOW.flatMap((name) => lines.filter(({ protection }) => protection === name)).map((line) =>
      drawLine(line, x, y),
    ),
    ...labelsOf(lines, y, [top, bottom]).flatMap((label) => drawLabel(label, right)),
  ]
}

function drawLine({ protection, points }: Line, x: (ms: number) => number, y: (value: number) => number) {
  return path(
    protection,
    points.map((point, i) => step(point, points[i - 1], x, y)),
  )
}

/** Begins anew where nothing was known before; a point by itself is a dot. */
function step(
  { at, value }: Point,
  before: Point | undefined,
  x: (ms: number) => number,
  y: (value: number) => number,
): string {
  if (value === null) return ''
  const place = `${rounded(x(at))} ${rounded(y(value))}`
  return typeof before?.value === 'number' ? `L${place}` : `M${place}h0`
}

function drawLabel({ line, rows, top }: Label, right: number): string[] {
  const from = right + 12
  const middle = rounded(top + ROW / 2)
  return [
    path(line.protection, [`M${from} ${middle}h${SWATCH}`]),
    ...rows.map((row, i) =>
      text(
        row.isName ? `name ${line.protection}` : 'figure',
        from + SWATCH + 8,
        top + i * ROW + 12,
        row.text,
      ),
    ),
  ]
}

function path(protection: ProtectionName, steps: readonly string[]): string {
  return `<path class="line ${protection}" d="${steps.join('')}"/>`
}
