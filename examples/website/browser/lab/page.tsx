/** The page of the lab, from top to bottom. */
import { PageHeader } from '../common/page-header.tsx'
import { Charts } from './all-charts.tsx'
import { Controls } from './controls.tsx'
import { Outcome } from './outcome.tsx'
import { Stand } from './stand.tsx'
import { TotalsTable } from './totals-table.tsx'
import { useLab } from './use-lab.ts'
import { useMedia } from './use-media.ts'

/** As in the style sheets: here all parts stand below each other. */
const NARROW = '(max-width: 62rem)'

export function LabPage() {
  const lab = useLab()
  const { state } = lab
  const { about, run } = state
  // The options fill a narrow screen: there the run comes before them, in the order of the keyboard, too.
  const isNarrow = useMedia(NARROW)
  const controls = <Controls key="controls" lab={lab} />
  const outcome = <Outcome key="outcome" state={state} />
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
          {isNarrow ? [outcome, controls] : [controls, outcome]}
          <Charts state={state} />
          {run?.rounds.some(({ totals }) => totals !== null) && <TotalsTable run={run} />}
        </div>
      </main>
    </>
  )
}
