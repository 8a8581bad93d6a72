/** The cursor of all charts, for the keyboard and for touch. */
import uPlot from 'uplot'
import { SYNC } from './plot.ts'

export interface CursorProps {
  readonly times: readonly number[]
  /** Null: nothing is pointed at. */
  readonly index: number | null
  readonly onChange: (index: number) => void
}

export function Cursor({ times, index, onChange }: CursorProps) {
  const last = Math.max(times.length - 1, 0)
  const at = Math.min(index ?? last, last)
  const move = (to: number) => {
    for (const plot of uPlot.sync(SYNC).plots) {
      plot.setCursor({ left: plot.valToPos(times[to] as number, 'x'), top: 0 })
    }
    onChange(to)
  }
  return (
    <label class="cursor small">
      Look at a moment
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        disabled={times.length === 0}
        aria-valuetext={`${times[at] ?? 0} seconds`}
        onInput={({ currentTarget }) => move(currentTarget.valueAsNumber)}
      />
    </label>
  )
}
