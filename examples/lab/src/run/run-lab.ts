/** Runs a plan: the same load under one protection after the other. */
import { setTimeout } from 'node:timers/promises'
import {
  EVENT_AT,
  FAULT_LASTS,
  type Plan,
  PlanError,
  type ProtectionName,
  type RunEvent,
  type Sample,
  type Totals,
} from '../contract/index.ts'
import type { Backend, Stage } from './backend.ts'
import { collect } from './collector.ts'
import { startProcesses } from './processes.ts'

/** Ms between the word to all processes and the first reader. */
const NOTICE = 200

/** Resolves when it has ended, however that was; `tell` says how. */
export async function runLab(
  plan: Plan,
  backend: Backend,
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const protection of plan.protections) {
      tell({ type: 'begins', protection })
      const totals = await onStage(backend, (stage) =>
        runUnder(protection, plan, stage, (sample) => tell({ type: 'sample', protection, sample }), signal),
      )
      tell({ type: 'totals', protection, totals })
    }
    tell({ type: 'ended', how: 'done' })
  } catch (error) {
    if (signal.aborted) tell({ type: 'ended', how: 'stopped' })
    else tell({ type: 'ended', how: 'failed', message: (error as Error).message })
  }
}

/** @throws PlanError where there is no store that so many processes could share. */
export function checkProcesses({ processes }: Plan, { mostProcesses }: Backend): void {
  if (processes <= mostProcesses) return
  throw new PlanError(
    `processes: expected at most ${mostProcesses}, since there is no Redis to share, received ${processes}.`,
  )
}

async function onStage<T>(backend: Backend, use: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await backend.open()
  try {
    return await use(stage)
  } finally {
    await stage.close()
  }
}

async function runUnder(
  protection: ProtectionName,
  plan: Plan,
  stage: Stage,
  tell: (sample: Sample) => void,
  signal: AbortSignal,
): Promise<Totals> {
  signal.throwIfAborted()
  const { databaseUrl, redisUrl, database } = stage
  const collector = collect(plan.processes, database, tell)
  const processes = startProcesses(plan.processes, collector.add)
  const stop = () => void processes.stop()
  signal.addEventListener('abort', stop)
  const over = new AbortController()
  try {
    await processes.open((process) => ({ plan, protection, process, databaseUrl, redisUrl }))
    await processes.fill()
    const at = Date.now() + NOTICE
    play(plan, stage, at, over.signal)
    await processes.run(at)
    return await collector.finish()
  } finally {
    over.abort()
    signal.removeEventListener('abort', stop)
    await processes.stop()
  }
}

/** What befalls the servers themselves; the rest befalls the processes, which see to it (`worker/happen.ts`). */
async function play({ scenario }: Plan, stage: Stage, at: number, signal: AbortSignal): Promise<void> {
  const befall = (happens: boolean) => {
    if (scenario === 'database-down') stage.refuseQueries(happens)
    if (scenario === 'frozen-redis') stage.freezeStore(happens)
  }
  try {
    await setTimeout(at + EVENT_AT - Date.now(), undefined, { signal })
    befall(true)
    await setTimeout(FAULT_LASTS, undefined, { signal })
  } catch {
    // The run is over before that.
  }
  befall(false)
}
