/** How far the run has come, in words and as a bar. */
import { progressOf, statusOf } from './run.ts'
import type { LabState } from './state.ts'

export function Progress({ state: { run, cutOff, asking } }: { readonly state: LabState }) {
  const fraction = run === null ? 0 : progressOf(run)
  return (
    <div class="progress">
      <progress max={1} value={fraction} aria-label="Progress of the run" />
      <output class="status">{wordsOf()}</output>
    </div>
  )

  function wordsOf(): string {
    if (asking) return 'The server is asked for a run.'
    if (run === null) return 'Nothing has been run yet.'
    if (cutOff)
      return 'The connection to the server is lost. It is tried again, and the run is shown when it is back.'
    return statusOf(run)
  }
}
