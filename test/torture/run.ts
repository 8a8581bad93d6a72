/** One run: storms of faults, then quiet, then the verdict. */
import { setTimeout } from 'node:timers/promises'
import { judgeRead, judgeStore } from './check/agreement.ts'
import type { Checker, Verdict } from './check/checker.ts'
import { type FaultKind, faultKinds } from './fault-kinds.ts'
import { now } from './moment.ts'
import type { Options } from './options.ts'
import { emptyTally, type Tally } from './protocol.ts'
import type { Scene } from './scene.ts'
import { NEAR_TTL, STALL } from './settings.ts'
import { storms } from './storms.ts'

export interface Outcome {
  readonly verdict: Verdict
  readonly tally: Tally
  readonly faults: Partial<Record<FaultKind, number>>
  /** How long the fleet was at work, ms. */
  readonly lasted: number
}

/** How often reads are judged, ms. */
const PERIOD = 250

/** Ends with the first violation, or when the time is over. */
export async function run(scene: Scene, options: Options): Promise<Outcome> {
  const { members, checker, source } = scene
  const { seconds, near } = options
  const faults: Outcome['faults'] = {}
  const end = new AbortController()

  await Promise.all(members.map(({ link }) => link.ask('start')))
  const began = now()
  const stormy = storms(
    scene,
    faultKinds(options),
    (fault) => {
      faults[fault.fault] = (faults[fault.fault] ?? 0) + 1
      // What befalls a marker befalls whatever bears its tag.
      checker.take(options.tags ? { ...fault, ids: undefined } : fault)
    },
    AbortSignal.any([end.signal, scene.signal]),
  )
  let judged = now()
  while (now() - began < seconds * 1_000 && checker.judgeReads() === 0) {
    await Promise.race([setTimeout(PERIOD), stormy])
    scene.signal.throwIfAborted()
    // The source answers from this process: where it stalls, loads do.
    if (now() - judged > PERIOD + STALL)
      checker.take({ kind: 'stall', by: undefined, from: judged, to: now() })
    judged = now()
  }
  const lasted = now() - began
  end.abort()
  await stormy
  source.calm = true
  const tallies = await Promise.all(members.map(({ link }) => link.ask('rest')))
  // What is near may be older until then.
  if (near) await setTimeout(NEAR_TTL)
  await judgeQuiet(scene)
  return { verdict: checker.end(), tally: sum(tallies), faults, lasted }
}

async function judgeQuiet({ members, checker, nodes, rows }: Scene): Promise<void> {
  for (const violation of await judgeStore(nodes, rows)) checker.violate(violation)
  for (const { by, link } of members)
    for (const violation of judgeRead(await link.ask('readAll'), by, rows)) checker.violate(violation)
  for (const violation of await judgeStore(nodes, rows)) checker.violate(violation)
  await Promise.all(members.map((member) => judgeClosing(member, checker)))
}

async function judgeClosing(member: Scene['members'][number], checker: Checker): Promise<void> {
  if (await member.close()) return
  const what = 'a process whose cache was closed did not end by itself'
  checker.violate({ law: 11, what, evidence: { by: member.by } })
}

function sum(tallies: readonly Tally[]): Tally {
  const total = emptyTally()
  for (const tally of tallies)
    for (const name of Object.keys(total) as (keyof Tally)[]) total[name] += tally[name]
  return total
}
