/** The run of a lab, one at a time, and what it has told so far. */
import { randomUUID } from 'node:crypto'
import type { Plan, RunEvent } from '../contract/index.ts'
import type { Backend } from '../run/backend.ts'
import { checkProcesses, runLab } from '../run/run-lab.ts'

export interface Run {
  readonly id: string
  readonly plan: Plan
  /** All so far. The last one is `ended`. */
  readonly events: readonly RunEvent[]
  readonly isOver: boolean
  /** The listener is called after each event. Returns what ends that. */
  onEvent(listener: () => void): () => void
  stop(): void
}

export interface Runs {
  /** The last one that was started, over or not. */
  readonly last: Run | undefined
  /** @throws PlanError or BusyError */
  start(plan: Plan): Run
  /** Stops what goes on. */
  close(): Promise<void>
}

/** Two runs at once would measure each other. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
  readonly running: string

  constructor(running: string) {
    super('Another run goes on: wait for its end, or stop it.')
    this.running = running
  }
}

export function createRuns(backend: Backend): Runs {
  let last: Run | undefined
  let ended: Promise<void> = Promise.resolve()
  return {
    get last() {
      return last
    },
    start(plan) {
      if (last?.isOver === false) throw new BusyError(last.id)
      checkProcesses(plan, backend)
      const started = startRun(plan, backend)
      last = started.run
      ended = started.ended
      return last
    },
    async close() {
      last?.stop()
      await ended
    },
  }
}

function startRun(plan: Plan, backend: Backend): { run: Run; ended: Promise<void> } {
  const events: RunEvent[] = []
  const listeners = new Set<() => void>()
  const stopping = new AbortController()
  const tell = (event: RunEvent) => {
    events.push(event)
    for (const listener of listeners) listener()
  }
  const ended = runLab(plan, backend, tell, stopping.signal)
  const run: Run = {
    id: randomUUID(),
    plan,
    events,
    get isOver() {
      return events.at(-1)?.type === 'ended'
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => stopping.abort(),
  }
  return { run, ended }
}
