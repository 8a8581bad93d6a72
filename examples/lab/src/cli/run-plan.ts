/** Runs one plan to its end, and keeps all that it tells. */
import type { Plan, ProtectionName, RunEvent, Sample, Totals } from '../contract/index.ts'
import type { Backend } from '../run/backend.ts'
import { runLab } from '../run/run-lab.ts'

export interface Ran {
  readonly plan: Plan
  /** In the order of the plan's protections. */
  readonly results: readonly {
    readonly protection: ProtectionName
    readonly totals: Totals
    readonly samples: readonly Sample[]
  }[]
}

/** Rejects where the run fails, and where it is stopped. */
export async function runPlan(
  plan: Plan,
  backend: Backend,
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<Ran> {
  const events: RunEvent[] = []
  const keep = (event: RunEvent) => {
    events.push(event)
    onEvent(event)
  }
  await runLab(plan, backend, keep, signal)
  signal.throwIfAborted()
  const end = events.at(-1)
  if (end?.type === 'ended' && end.how === 'failed') throw new Error(end.message)
  return {
    plan,
    results: events.flatMap((event) => {
      if (event.type !== 'totals') return []
      const { protection, totals } = event
      const samples = events.flatMap((other) =>
        other.type === 'sample' && other.protection === protection ? [other.sample] : [],
      )
      return [{ protection, totals, samples }]
    }),
  }
}
