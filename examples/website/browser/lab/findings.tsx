/** One card for each protection of the run: how its line looks, and what came out, or that it is still to come. */
import { PROTECTIONS, type ProtectionName } from '@larder/lab/contract'
import { findingOf } from '@larder/lab/shown'
import type { Run } from './run.ts'
import { Swatch } from './swatch.tsx'

export function Findings({ run }: { readonly run: Run }) {
  return (
    <ul class="findings">
      {run.plan.protections.map((protection) => (
        <li key={protection} class={`card finding ${protection}`}>
          <h3>
            <Swatch of={protection} /> {PROTECTIONS[protection].title}
          </h3>
          <p>{textOf(run, protection)}</p>
        </li>
      ))}
    </ul>
  )
}

function textOf(run: Run, protection: ProtectionName): string {
  const round = run.rounds.find((one) => one.protection === protection)
  if (round?.totals) return findingOf(run.plan, round.totals)
  if (run.ending !== null) return 'Not measured to its end.'
  return round === undefined ? 'Waits for its turn.' : 'Runs now.'
}
