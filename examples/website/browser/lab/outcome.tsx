/** The run: what went wrong, how far it is, and what came out. */
import { Findings } from './findings.tsx'
import { RanWith } from './ran-with.tsx'
import { RunBar } from './run-bar.tsx'
import type { LabState } from './state.ts'

export function Outcome({ state }: { readonly state: LabState }) {
  const { run, problem } = state
  return (
    <div class="outcome">
      {problem !== null && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      <RunBar state={state} />
      {run !== null && (
        <>
          <RanWith plan={run.plan} />
          <Findings run={run} />
        </>
      )}
    </div>
  )
}
