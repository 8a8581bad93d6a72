/** One chart: its title, its legend with the figures at the cursor, and what uPlot draws. */
import { useEffect, useMemo, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { count, duration } from './format.ts'
import { type Line, mostOf } from './lines.ts'
import { type Drawing, dataOf, optionsFor } from './plot.ts'
import { Swatch } from './swatch.tsx'

export interface ChartProps extends Drawing {
  readonly title: string
  /** The index of the time that is pointed at; null: the legend has the most of each line. */
  readonly cursor: number | null
  readonly onCursor: (index: number | null) => void
  readonly big?: boolean | undefined
}

export function Chart({ title, cursor, onCursor, big = false, ...drawing }: ChartProps) {
  const host = usePlot(drawing, onCursor)
  const { lines, unit } = drawing
  return (
    <figure class={big ? 'chart big' : 'chart'}>
      <figcaption>
        {title}
        <span class="muted small">{cursor === null ? 'at most' : `at ${drawing.times[cursor]} s`}</span>
      </figcaption>
      <ul class="legend">
        {lines.map((line) => (
          <li key={line.key}>
            <Swatch of={line.key} /> {line.title}{' '}
            <b>{textOf(cursor === null ? mostOf(line) : line.figures[cursor], unit)}</b>
          </li>
        ))}
      </ul>
      <div class="plot" ref={host} role="img" aria-label={describe(title, lines, unit)} />
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

function describe(title: string, lines: readonly Line[], unit: Drawing['unit']): string {
  if (lines.length === 0) return `${title}: nothing has been measured yet.`
  const most = lines.map((line) => `${line.title} ${textOf(mostOf(line), unit)}`)
  return `${title}, at most: ${most.join(', ')}.`
}

function textOf(figure: number | null | undefined, unit: Drawing['unit']): string {
  if (figure === null || figure === undefined) return '–'
  return unit === 'ms' ? duration(figure) : count(figure)
}
