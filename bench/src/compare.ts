/** From times to rows: each contestant's ratio to the base, round by round. */
import type { Outcome, Row } from './outcome.ts'
import { spreadOf } from './spread.ts'

type Compared = Omit<Outcome, 'rows'> & Required<Pick<Outcome, 'ratio'>>

/** By contestant: milliseconds for each round, and whatever else was measured. */
export function compare(
  task: Compared,
  times: ReadonlyMap<string, readonly number[]>,
  figures: ReadonlyMap<string, Row['figures']> = new Map(),
): Outcome {
  const { of, base } = task.ratio
  const beside = times.get(base)
  if (beside === undefined) {
    throw new Error(
      `${task.task}: expected times of ${base}, received those of ${[...times.keys()].join(', ')}.`,
    )
  }
  const rows = [...times].map(([name, own]): Row => {
    const measured = figures.get(name)
    const ratios = own.map((ms, round) => ratio(of, ms, beside[round] as number))
    return {
      name,
      ...(name !== base && { ratio: spreadOf(ratios) }),
      ...(measured !== undefined && { figures: measured }),
    }
  })
  return { ...task, rows }
}

/** The base's time is that of the same amount of work, so that a throughput's ratio is the time's, turned over. */
function ratio(of: Compared['ratio']['of'], own: number, base: number): number {
  return of === 'time' ? own / base : base / own
}
