/** Runs one plan to its end, and keeps all that it tells. */
import type { Plan, ProtectionName, RunEvent, Sample, Totals } from '../contract/index.ts'
import type { Backend } from '../run/backend.ts'
import { checkProcesses, runLab } from '../run/run-lab.ts'

export interface Ran {
  readonly plan: Plan
  /** In the order of the plan's protections. */
  readonly results: readonly {
    readonly protection: ProtectionName
    readonly totals: Totals
    readonly samples: readonly Sample[]
  }[]
}

/** A run has failed. The message says why. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

/** @throws RunError, and PlanError where the backend cannot do what the plan asks for. */
export async function runPlan(
  plan: Plan,
  backend: Backend,
  onEvent: (event: RunEvent) => void,
): Promise<Ran> {
  const events: RunEvent[] = []
  const keep = (event: RunEvent) => {
    events.push(event)
    onEvent(event)
  }
  checkProcesses(plan, backend)
  await runLab(plan, backend, keep, new AbortController().signal)
  const end = events.at(-1)
  if (end?.type === 'ended' && end.how === 'failed') throw new RunError(`The run failed: ${end.message}`)
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
