/** All that the page knows, and how it changes: what happened in, what is shown out. */
import { type About, DEFAULTS, type Plan, type RunEvent } from '@larder/lab/contract'
import { type Draft, draftOf, type Reading } from './draft.ts'
import { type Run, withEvent } from './run.ts'

export interface LabState {
  readonly about: About | null
  readonly draft: Draft
  /** The last run, or the one that goes on. */
  readonly run: Run | null
  /** The server has been asked for a run and has not answered. */
  readonly asking: boolean
  /** What went wrong, and what to do. */
  readonly problem: string | null
  /** The run's events do not arrive now, and the browser tries to get at them again. */
  readonly cutOff: boolean
}

export type Happening =
  | RunEvent
  | { readonly type: 'met'; readonly about: About }
  | { readonly type: 'edited'; readonly draft: Draft }
  | { readonly type: 'asked' }
  | { readonly type: 'accepted'; readonly id: string; readonly plan: Plan }
  | { readonly type: 'came-second'; readonly about: About }
  | { readonly type: 'refused'; readonly problem: string }
  | { readonly type: 'cut-off' }
  | { readonly type: 'connected' }

/** @param address What the page's address asks for. */
export function opened(address: Reading): LabState {
  const problem =
    address.problem === null ? null : `The address cannot be read. ${address.problem} The defaults are set.`
  const draft = draftOf(address.plan ?? DEFAULTS)
  return { about: null, draft, run: null, asking: false, problem, cutOff: false }
}

export function reduce(state: LabState, happening: Happening): LabState {
  switch (happening.type) {
    case 'met':
      return meet(state, happening.about)
    case 'edited':
      return { ...state, draft: happening.draft, problem: null }
    case 'asked':
      return { ...state, asking: true, problem: null }
    case 'accepted':
      return begin(state, happening.id, happening.plan)
    case 'came-second':
      return giveWay(state, happening.about)
    case 'refused':
      return { ...state, asking: false, problem: happening.problem }
    case 'cut-off':
      return { ...state, cutOff: goesOn(state) }
    case 'connected':
      return { ...state, cutOff: false }
    default:
      return hear(state, happening)
  }
}

export function goesOn({ run }: LabState): boolean {
  return run !== null && run.ending === null
}

/** A run that goes on is shown, whoever began it; a number of processes that the lab cannot start is not kept. */
function meet(state: LabState, about: About): LabState {
  const { running, mostProcesses } = about
  if (running !== null) {
    return { ...begin({ ...state, about }, running.id, running.plan), draft: draftOf(running.plan) }
  }
  const { processes } = state.draft
  if (Number(processes) <= mostProcesses) return { ...state, about }
  const problem = `Processes: expected at most ${mostProcesses} on this server, received ${processes}. It is set to ${mostProcesses}.`
  return { ...state, about, draft: { ...state.draft, processes: String(mostProcesses) }, problem }
}

/** The run that goes on is shown. The form stays as it was, for when that has ended. */
function giveWay(state: LabState, about: About): LabState {
  const { running } = about
  if (running === null) {
    return { ...state, about, asking: false, problem: 'Another run has ended just now. Press Run again.' }
  }
  const problem = 'Another run goes on, and is shown here now. Run yours when it has ended, or stop it.'
  return { ...begin({ ...state, about }, running.id, running.plan), problem }
}

function begin(state: LabState, id: string, plan: Plan): LabState {
  return {
    ...state,
    run: { id, plan, rounds: [], ending: null },
    asking: false,
    problem: null,
    cutOff: false,
  }
}

function hear(state: LabState, event: RunEvent): LabState {
  if (state.run === null) return state
  // What went wrong while it ran is of no account after it.
  const problem = event.type === 'ended' ? null : state.problem
  return { ...state, run: withEvent(state.run, event), cutOff: false, problem }
}
