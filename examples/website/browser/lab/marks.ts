/** What is drawn behind a chart's lines: when it happened, how long it lasted, and a level that matters. */
import { EVENT_AT, FAULT_LASTS, type Plan, SCENARIOS } from '@larder/lab/contract'
import type uPlot from 'uplot'
import type { ChartKind } from './charts.ts'
import { colourOf } from './look.ts'

export interface Marks {
  /** Seconds. `until` where it heals. */
  readonly event: { readonly at: number; readonly until: number | null; readonly name: string }
  readonly level: { readonly value: number; readonly name: string } | null
}

export function marksOf(plan: Plan, limit?: ChartKind['limit']): Marks {
  const { title, heals } = SCENARIOS[plan.scenario]
  return {
    event: { at: EVENT_AT / 1_000, until: heals ? (EVENT_AT + FAULT_LASTS) / 1_000 : null, name: title },
    level: limit?.(plan) ?? null,
  }
}

export function drawMarks(plot: uPlot, { event, level }: Marks): void {
  const { ctx } = plot
  const { left, top, width, height } = plot.bbox
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
  ctx.lineWidth = devicePixelRatio
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`
  line(ctx, [x(event.at), top], [x(event.at), top + height])
  if (level !== null) {
    const y = plot.valToPos(level.value, 'y', true)
    line(ctx, [left, y], [left + width, y])
    ctx.textAlign = 'right'
    ctx.fillText(level.name, left + width - 4 * devicePixelRatio, y - 4 * devicePixelRatio)
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
