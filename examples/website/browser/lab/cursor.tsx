/** The cursor of all charts, for the keyboard and for touch. */
import uPlot from 'uplot'
import { SYNC } from './plot.ts'

/** Where uPlot takes its cursor for outside of the chart. */
const OFF = -10

export interface CursorProps {
  readonly times: readonly number[]
  /** Null: no moment is pointed at, and the charts tell of the whole run. */
  readonly index: number | null
  readonly onChange: (index: number | null) => void
}

export function Cursor({ times, index, onChange }: CursorProps) {
  // Its right end is no moment.
  const whole = times.length
  const move = (to: number) => {
    for (const plot of uPlot.sync(SYNC).plots) {
      plot.setCursor({ left: to === whole ? OFF : plot.valToPos(times[to] as number, 'x'), top: 0 })
    }
    onChange(to === whole ? null : to)
  }
  return (
    <label class="cursor small">
      Look at a moment
      <input
        type="range"
        min={0}
        max={whole}
        value={index ?? whole}
        disabled={times.length === 0}
        aria-valuetext={index === null ? 'the whole run: at most' : `${times[index]} seconds`}
        onInput={({ currentTarget }) => move(currentTarget.valueAsNumber)}
      />
    </label>
  )
}
