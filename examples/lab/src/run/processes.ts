/** The server processes of a run, and their orders. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Opening, Order, PartSample, Report } from '../worker/messages.ts'

export interface Processes {
  /** @param openingOf by the number of the process, from 0. */
  open(openingOf: (process: number) => Opening): Promise<void>
  fill(): Promise<void>
  /** @param at ms since the epoch: when the first reader is due. Resolves when the last reader has left. */
  run(at: number): Promise<void>
  /** Ends them, whatever they are about. */
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../worker/main.ts', import.meta.url))

/** @param onSample is told each process's part of each sample, in the order of time for each. */
export function startProcesses(count: number, onSample: (part: PartSample) => void): Processes {
  const all = Array.from({ length: count }, () => startProcess(onSample))
  return {
    async open(openingOf) {
      await Promise.all(all.map(({ obey }, process) => obey({ order: 'open', opening: openingOf(process) })))
    },
    fill: async () => all[0]?.obey({ order: 'fill' }),
    run: async (at) => void (await Promise.all(all.map(({ obey }) => obey({ order: 'run', at })))),
    stop: async () => void (await Promise.all(all.map(({ stop }) => stop()))),
  }
}

function startProcess(onSample: (part: PartSample) => void) {
  // Structured clones: many waits are sent as they lie in memory.
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: ['--conditions=@larder/source', '--import', 'tsx'],
  })
  const gone = once(child, 'exit')
  child.on('message', (report: Report) => {
    if (report.report === 'sample') onSample(report.part)
  })
  return {
    async obey(order: Order): Promise<void> {
      const done = nextOutcome(child, order)
      child.send(order, () => {})
      await done
    },
    async stop() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

function nextOutcome(child: ChildProcess, { order }: Order): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      child.off('exit', onExit)
      child.off('message', onMessage)
      settle()
    }
    const fail = (why: string) =>
      end(() => reject(new Error(`Expected a server process to ${order}: ${why}`)))
    const onExit = (code: number | null, signal: string | null) => fail(`it ended with ${code ?? signal}.`)
    const onMessage = (report: Report) => {
      if (report.report === 'done' && report.order === order) end(resolve)
      if (report.report === 'failed') fail(report.message)
    }
    child.on('exit', onExit)
    child.on('message', onMessage)
  })
}
