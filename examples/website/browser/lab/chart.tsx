/** One chart: its title, its legend with the figures at the cursor, and what uPlot draws. */

import { count, duration } from '@larder/lab/shown'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { mostOf } from './lines.ts'
import { type Drawing, dataOf, optionsFor } from './plot.ts'
import { Swatch } from './swatch.tsx'

export interface ChartProps extends Drawing {
  readonly title: string
  /** The index of the time that is pointed at; null: the legend has the most of each line. */
  readonly cursor: number | null
  readonly onCursor: (index: number | null) => void
  readonly big?: boolean | undefined
  /** Seconds: the most of each line is of what came after it. */
  readonly since?: number | undefined
}

export function Chart({ title, cursor, onCursor, big = false, since, ...drawing }: ChartProps) {
  const host = usePlot(drawing, onCursor)
  const { lines, unit, times } = drawing
  const most = lines.map((line) => mostOf(line, times, since))
  const isMeasured = most.some((figure) => figure !== null)
  const span = since === undefined ? 'at most' : `at most, after ${since} s`
  const at = cursor === null ? isMeasured && span : `at ${times[cursor]} s`
  const told = lines.map((line, index) => `${line.title} ${textOf(most[index], unit)}`).join(', ')
  const label = `${title}, ${span}: ${isMeasured ? told : 'nothing has been measured yet'}.`
  return (
    <figure class={big ? 'chart big' : 'chart'}>
      <figcaption>
        {title}
        <span class="muted small">{at}</span>
      </figcaption>
      <ul class="legend">
        {lines.map((line, index) => (
          <li key={line.key}>
            <Swatch of={line.key} /> {line.title}{' '}
            <b>{textOf(cursor === null ? most[index] : line.figures[cursor], unit)}</b>
          </li>
        ))}
      </ul>
      <div class="plot" ref={host} role="img" aria-label={label} />
    </figure>
  )
}

/** Made anew where there are other lines; else it is given the new figures. */
function usePlot(drawing: Drawing, onCursor: (index: number | null) => void) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const latest = useRef(drawing)
  latest.current = drawing
  const keys = drawing.lines.map(({ key }) => key).join()

  useEffect(() => {
    const element = host.current as HTMLDivElement
    const size = () => ({ width: element.clientWidth, height: element.clientHeight })
    const made = new uPlot(
      optionsFor(() => latest.current, size(), onCursor),
      dataOf(latest.current),
      element,
    )
    plot.current = made
    const observer = new ResizeObserver(() => made.setSize(size()))
    observer.observe(element)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const recolour = () => made.redraw()
    scheme.addEventListener('change', recolour)
    return () => {
      scheme.removeEventListener('change', recolour)
      observer.disconnect()
      made.destroy()
    }
  }, [keys, onCursor])

  const data = useMemo(() => dataOf(drawing), [drawing.times, drawing.lines])
  useEffect(() => plot.current?.setData(data), [data, drawing.seconds, drawing.marks])
  return host
}

function textOf(figure: number | null | undefined, unit: Drawing['unit']): string {
  if (figure === null || figure === undefined) return '–'
  return unit === 'ms' ? duration(figure) : count(figure)
}
