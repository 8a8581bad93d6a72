/** Begins and stops a run, says how far it has come, and has the link that repeats it. */
import { FORM } from './controls.tsx'
import { RepeatLink } from './repeat-link.tsx'
import { progressOf, statusOf } from './run.ts'
import { goesOn, type LabState } from './state.ts'

export function RunBar({ state }: { readonly state: LabState }) {
  const { run } = state
  const isRunning = goesOn(state)
  return (
    <div class="run-bar">
      {/* One button, so that it keeps the focus. */}
      <button type="submit" form={FORM} class={isRunning ? 'run quiet' : 'run'}>
        {isRunning ? 'Stop' : 'Run'}
      </button>
      <div class="progress">
        <output>{wordsOf(state)}</output>
        <progress max={1} value={run === null ? 0 : progressOf(run)} aria-label="Progress of the run" />
      </div>
      {run !== null && !isRunning && <RepeatLink plan={run.plan} />}
    </div>
  )
}

function wordsOf({ run, cutOff, asking }: LabState): string {
  if (asking) return 'The server is asked for a run.'
  if (run === null)
    return 'Nothing has been run yet. A run takes the seconds that are set, for each protection.'
  if (cutOff) return 'The connection to the server is lost. The browser tries again, and then shows the rest.'
  return statusOf(run)
}
