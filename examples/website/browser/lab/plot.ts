/** What uPlot is told for a chart of ours. */

import { count, duration } from '@larder/lab/shown'
import type uPlot from 'uplot'
import type { ChartKind } from './charts.ts'
import type { Line } from './lines.ts'
import { colourOf, dashOf } from './look.ts'
import { drawMarks, type Marks } from './marks.ts'

/** Above the highest line, so that a level's name has room over it. */
const HEADROOM = 1.2
/** What counts has no halves. */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

/** All charts of the page share one cursor. */
export const SYNC = 'lab'

export interface Drawing {
  readonly unit: ChartKind['unit']
  readonly times: readonly number[]
  readonly lines: readonly Line[]
  /** Seconds that the time axis has, at least. */
  readonly seconds: number
  readonly marks: Marks
}

/**
 * @param latest Called whenever it draws.
 * @param onCursor Told the index of the time that is pointed at.
 */
export function optionsFor(
  latest: () => Drawing,
  size: { width: number; height: number },
  onCursor: (index: number | null) => void,
): uPlot.Options {
  const { unit, lines } = latest()
  const axis = { stroke: () => colourOf('text'), font: '11px system-ui, sans-serif' }
  const grid = { stroke: () => colourOf('grid'), width: 1 }
  return {
    ...size,
    // On the right there is room for half of the last label.
    padding: [12, 16, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false }, points: { size: 7 }, sync: { key: SYNC } },
    scales: {
      x: { time: false, range: () => [0, Math.max(latest().seconds, latest().times.at(-1) ?? 0)] },
      y:
        unit === 'ms'
          ? { distr: 3, range: (_, least, most) => decades(least, most) }
          : {
              range: (_, _least, most) => [
                0,
                Math.max(most ?? 0, latest().marks.level?.value ?? 0, 1) * HEADROOM,
              ],
            },
    },
    axes: [
      {
        ...axis,
        grid,
        ticks: { show: false },
        size: 28,
        values: (_, times) => times.map((time) => `${time} s`),
      },
      {
        ...axis,
        grid: unit === 'ms' ? { ...grid, filter: (_, values) => values.map(decadeOnly) } : grid,
        ticks: { show: false },
        size: 52,
        space: 28,
        // The decades of times have steps of their own.
        ...(unit === 'count' && { incrs: WHOLE_STEPS }),
        values: (_, values) => values.map((value) => labelOf(value, unit)),
      },
    ],
    series: [{}, ...drawnOrder(lines).map(seriesOf)],
    hooks: {
      drawClear: [(plot) => drawMarks(plot, latest().marks)],
      setCursor: [(plot) => onCursor(plot.cursor.idx ?? null)],
    },
  }
}

export function dataOf({ times, lines }: Drawing): uPlot.AlignedData {
  const heights = drawnOrder(lines).map((line) => [...(line.heights ?? line.figures)])
  return [[...times], ...heights]
}

/** A stack is painted from its top, so that each area covers the lower part of the one before. */
function drawnOrder(lines: readonly Line[]): readonly Line[] {
  return lines[0]?.heights === undefined ? lines : [...lines].reverse()
}

function seriesOf({ key, heights }: Line): uPlot.Series {
  const stroke = () => colourOf(key)
  if (heights !== undefined) return { stroke, fill: stroke, width: 0, points: { show: false } }
  // Only those that no line leads to.
  const points = { size: 5, space: 1_000, fill: stroke }
  return { stroke, width: 2.25, dash: dashOf(key), cap: 'butt', points }
}

/** Whole powers of ten around the values. */
function decades(least: number | null, most: number | null): uPlot.Range.MinMax {
  const low = Math.floor(Math.log10(Math.max(least ?? 1, 0.1)))
  const high = Math.ceil(Math.log10(Math.max(most ?? 1_000, 1)))
  return [10 ** low, 10 ** Math.max(high, low + 1)]
}

/** Lines for the tenths in between would be too many. */
function decadeOnly(value: number): number | null {
  const power = Math.log10(value)
  return Math.abs(power - Math.round(power)) < 1e-9 ? value : null
}

/** Between the decades the scale has lines without a label. */
function labelOf(value: number | null, unit: ChartKind['unit']): string {
  if (value === null) return ''
  return unit === 'ms' ? duration(value) : count(value)
}
