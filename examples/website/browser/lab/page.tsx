/** The page of the lab, from top to bottom. */
import { PageHeader } from '../shared/page-header.tsx'
import { Charts } from './all-charts.tsx'
import { Controls } from './controls.tsx'
import { Findings } from './findings.tsx'
import { Progress } from './progress.tsx'
import { RepeatLink } from './repeat-link.tsx'
import { Stand } from './stand.tsx'
import { goesOn } from './state.ts'
import { TotalsTable } from './totals-table.tsx'
import { useLab } from './use-lab.ts'

export function LabPage() {
  const lab = useLab()
  const { state } = lab
  const { about, run, problem } = state
  return (
    <>
      <PageHeader current="/lab" />
      <main class="page lab" id="main" tabIndex={-1}>
        <div class="section">
          <h1>Stampede lab</h1>
          <p class="lead">
            Thousands of readers, one slow database, and something happens at the peak: the same load runs
            under each protection, and here is what the database gets to see.
          </p>
          {about !== null && <Stand about={about} />}
        </div>
        <Controls lab={lab} />
        <div class="section">
          {problem !== null && (
            <p class="notice bad" role="alert">
              {problem}
            </p>
          )}
          <Progress state={state} />
          {run !== null && <Findings run={run} />}
          {run !== null && !goesOn(state) && <RepeatLink plan={run.plan} />}
        </div>
        <Charts state={state} />
        {run?.rounds.some(({ totals }) => totals !== null) && <TotalsTable run={run} />}
      </main>
    </>
  )
}
