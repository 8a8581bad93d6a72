/** The page of the lab, from top to bottom. */
import { PageHeader } from '../shared/page-header.tsx'
import { Charts } from './all-charts.tsx'
import { Controls } from './controls.tsx'
import { Findings } from './findings.tsx'
import { RunBar } from './run-bar.tsx'
import { Stand } from './stand.tsx'
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
        <div class="intro">
          <h1>Stampede lab</h1>
          <p>
            The same thousands of readers come under each protection, and at the peak something happens. Watch
            the database.
          </p>
          {about !== null && <Stand about={about} />}
        </div>
        <div class="lab-grid">
          <Controls lab={lab} />
          <div class="outcome">
            {problem !== null && (
              <p class="notice bad" role="alert">
                {problem}
              </p>
            )}
            <RunBar state={state} />
            {run !== null && <Findings run={run} />}
          </div>
          <Charts state={state} />
          {run?.rounds.some(({ totals }) => totals !== null) && <TotalsTable run={run} />}
        </div>
      </main>
    </>
  )
}
