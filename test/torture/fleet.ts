/** The processes under torture. None of them outlives this one, stopped or not. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { guardOrphan } from '../support/orphan-guard.ts'
import { Link } from './link.ts'
import type { Assignment, FleetAnswers, FleetAsks } from './protocol.ts'

const PROGRAM = fileURLToPath(new URL('child/main.ts', import.meta.url))
/** How long a process whose cache is closed may take to end, ms. */
const ENDING = 10_000

export class Member {
  readonly by: number
  readonly link: Link<FleetAnswers, FleetAsks>
  /** Calls of the source that it waits for. */
  loading = 0
  isStopped = false
  readonly #process: ChildProcess
  readonly #gone: Promise<unknown>
  #mayEnd = false

  /** @param onCrash Called if it ends before it was told to. */
  constructor(assignment: Assignment, hooks: Hooks) {
    this.by = assignment.by
    this.#process = fork(PROGRAM, [JSON.stringify(assignment)])
    const endGuard = guardOrphan(this.#process.pid as number)
    this.#gone = once(this.#process, 'exit').then(([code, signal]) => {
      const error = new Error(`process ${this.by} ended by itself: exit code ${code}, signal ${signal}`)
      this.link.close(error)
      if (!this.#mayEnd) hooks.crashed(error)
      return endGuard()
    })
    this.link = new Link(this.#process, {
      load: async (ids) => {
        this.loading++
        try {
          return await hooks.asks.load(ids)
        } finally {
          this.loading--
        }
      },
      change: (ask) => hooks.asks.change(ask),
      note: (ask) => hooks.noted(this.by, ask),
    })
  }

  stop(): void {
    this.isStopped = true
    this.#process.kill('SIGSTOP')
  }

  go(): void {
    this.isStopped = false
    this.#process.kill('SIGCONT')
  }

  /** Closes its cache. Answers whether the process then ended by itself: law 11. */
  async close(): Promise<boolean> {
    await this.link.ask('close')
    this.#mayEnd = true
    this.#process.disconnect()
    const patience = new AbortController()
    const waited = setTimeout(ENDING, false, { signal: patience.signal }).catch(() => false)
    const ended = await Promise.race([this.#gone.then(() => true), waited])
    patience.abort()
    return ended
  }

  async kill(): Promise<void> {
    this.#mayEnd = true
    this.#process.kill('SIGKILL')
    await this.#gone
  }
}

export interface Hooks {
  readonly asks: {
    load(ids: readonly string[]): Promise<ReturnType<FleetAsks['load']>>
    change: FleetAsks['change']
  }
  noted(by: number, notes: Parameters<FleetAsks['note']>[0]): void
  crashed(error: Error): void
}
