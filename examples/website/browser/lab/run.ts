/** What is known of a run: its plan, and what each of its protections has told so far. */
import {
  type Plan,
  PROTECTIONS,
  type ProtectionName,
  type RunEvent,
  type Sample,
  type Totals,
} from '@larder/lab/contract'

export interface Run {
  readonly id: string
  readonly plan: Plan
  /** In the order in which they began. */
  readonly rounds: readonly Round[]
  readonly ending: Ending | null
}

/** The load under one protection. */
export interface Round {
  readonly protection: ProtectionName
  readonly samples: readonly Sample[]
  readonly totals: Totals | null
}

type Ending = Omit<Extract<RunEvent, { type: 'ended' }>, 'type'>

/** Ms: what is given to requests to end after the last has come. A longer wait shows as a bar that is nearly full. */
const DRAINS = 1_000

export function withEvent(run: Run, event: RunEvent): Run {
  switch (event.type) {
    case 'begins':
      return { ...run, rounds: [...without(run, event.protection), begun(event.protection)] }
    case 'sample':
      return changed(run, event.protection, ({ samples }) => ({ samples: [...samples, event.sample] }))
    case 'totals':
      return changed(run, event.protection, () => ({ totals: event.totals }))
    case 'ended':
      return { ...run, ending: { how: event.how, message: event.message } }
  }
}

/** From 0 to 1, over all protections. */
export function progressOf({ plan, rounds, ending }: Run): number {
  if (ending?.how === 'done') return 1
  const lasts = plan.seconds * 1_000 + DRAINS
  const parts = rounds.map(({ samples, totals }) => {
    if (totals !== null) return 1
    return Math.min((samples.at(-1)?.at ?? 0) / lasts, 0.99)
  })
  return parts.reduce((sum, part) => sum + part, 0) / plan.protections.length
}

/** One sentence, which changes when a protection begins and at the end, and not in between. */
export function statusOf({ plan, rounds, ending }: Run): string {
  const round = rounds.at(-1)
  if (ending === null) {
    if (round === undefined) return 'The server gets ready.'
    return `${rounds.length} of ${plan.protections.length} runs now: ${PROTECTIONS[round.protection].title}.`
  }
  if (ending.how === 'done') return 'The run is done.'
  if (ending.how === 'stopped') return 'The run was stopped. What it had measured by then is shown.'
  return `The run failed: ${ending.message ?? 'the server does not say why.'} Run it again, or look at the server’s log.`
}

/** A protection that begins again takes the place of what it told before: so what is told twice is shown once. */
function without(run: Run, protection: ProtectionName): readonly Round[] {
  return run.rounds.filter((round) => round.protection !== protection)
}

function begun(protection: ProtectionName): Round {
  return { protection, samples: [], totals: null }
}

function changed(run: Run, protection: ProtectionName, change: (round: Round) => Partial<Round>): Run {
  const rounds = run.rounds.map((round) =>
    round.protection === protection ? { ...round, ...change(round) } : round,
  )
  return { ...run, rounds }
}
