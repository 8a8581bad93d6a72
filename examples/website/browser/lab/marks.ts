/** What is drawn behind a chart's lines: when it happened, how long it lasted, and a level that matters. */
import { EVENT_AT, FAULT_LASTS, type Plan, SCENARIOS } from '@larder/lab/contract'
import type uPlot from 'uplot'
import type { ChartKind } from './charts.ts'
import { colourOf } from './look.ts'

export interface Marks {
  /** Seconds. `until` where it heals. */
  readonly event: { readonly at: number; readonly until: number | null }
  /** Written beside the event. */
  readonly name: string | null
  readonly level: { readonly value: number; readonly name: string } | null
}

export function marksOf(plan: Plan, kind?: ChartKind): Marks {
  const { title, heals } = SCENARIOS[plan.scenario]
  return {
    event: { at: EVENT_AT / 1_000, until: heals ? (EVENT_AT + FAULT_LASTS) / 1_000 : null },
    name: kind?.big ? title : null,
    level: kind?.limit?.(plan) ?? null,
  }
}

export function drawMarks(plot: uPlot, { event, name, level }: Marks): void {
  const { ctx } = plot
  const { left, top, width, height } = plot.bbox
  const pixel = devicePixelRatio
  const x = (seconds: number) => plot.valToPos(seconds, 'x', true)
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  if (event.until !== null) {
    ctx.fillStyle = colourOf('fault')
    ctx.fillRect(x(event.at), top, x(event.until) - x(event.at), height)
  }
  ctx.strokeStyle = colourOf('mark')
  ctx.fillStyle = colourOf('text')
  ctx.lineWidth = pixel
  // Otherwise that of the line that was drawn last.
  ctx.setLineDash([])
  ctx.font = `${11 * pixel}px system-ui, sans-serif`
  ctx.textBaseline = 'bottom'
  line(ctx, [x(event.at), top], [x(event.at), top + height])
  if (name !== null) {
    const gap = 6 * pixel
    // Before the event nothing is drawn so high; but a narrow chart has no room there.
    const fits = ctx.measureText(name).width + gap <= x(event.at) - left
    ctx.textAlign = fits ? 'right' : 'left'
    ctx.fillText(name, x(event.at) + (fits ? -gap : gap), top + 16 * pixel)
  }
  if (level !== null) {
    const y = plot.valToPos(level.value, 'y', true)
    line(ctx, [left, y], [left + width, y])
    ctx.textAlign = 'right'
    ctx.fillText(level.name, left + width - 4 * pixel, y - 2 * pixel)
  }
  ctx.restore()
}

function line(
  ctx: CanvasRenderingContext2D,
  from: readonly [number, number],
  to: readonly [number, number],
): void {
  ctx.beginPath()
  ctx.moveTo(...from)
  ctx.lineTo(...to)
  ctx.stroke()
}
