/** Which bars a run's results reach. */
import { BARS, type Bar, PEERS } from './bars.ts'
import type { Outcome, Results } from './outcome.ts'

export interface Verdict {
  readonly bar: Bar
  /** Absent where the task or the row was not run: not measured. */
  readonly value?: number
  /** Of a lead: the fastest peer. */
  readonly peer?: string
  /** False where it was not measured. */
  readonly holds: boolean
}

/** One verdict for each bar, in their order. */
export function judge({ outcomes }: Results): Verdict[] {
  return BARS.map((bar) => {
    const outcome = outcomes.find(({ task }) => task === bar.task)
    const measured = outcome && measure(bar, outcome)
    // JSON has null for what was no finite number, and null is at most anything.
    if (measured === undefined || !Number.isFinite(measured.value)) return { bar, holds: false }
    return { bar, ...measured, holds: within(bar, measured.value) }
  })
}

interface Measured {
  readonly value: number
  readonly peer?: string
}

function measure({ row: name, measure }: Bar, outcome: Outcome): Measured | undefined {
  if (measure === 'lead') return lead(name, outcome)
  const row = outcome.rows.find((row) => row.name === name)
  const value = measure === 'ratio' ? row?.ratio?.median : row?.figures?.[measure.figure]
  return value === undefined ? undefined : { value }
}

/** By the medians: both are ratios to the same base. */
function lead(name: string, { ratio, rows }: Outcome): Measured | undefined {
  const speeds = rows.flatMap((row) => {
    if (row.ratio === undefined) return []
    return [{ name: row.name, speed: ratio?.of === 'time' ? 1 / row.ratio.median : row.ratio.median }]
  })
  const own = speeds.find((row) => row.name === name)
  const [fastest] = speeds.filter((row) => isPeer(row.name)).sort((a, b) => b.speed - a.speed)
  if (own === undefined || fastest === undefined) return undefined
  return { value: own.speed / fastest.speed, peer: fastest.name }
}

/** How a contestant was used stands behind a comma. */
function isPeer(row: string): boolean {
  return PEERS.has(row.split(', ')[0] ?? row)
}

/** The value as it was measured, not as it is printed. */
function within({ atLeast = -Infinity, atMost = Infinity }: Bar, value: number): boolean {
  return value >= atLeast && value <= atMost
}
