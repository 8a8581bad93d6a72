/** The server processes of a run, and their orders. */
import { type ChildProcess, fork } from 'node:child_process'
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
  const gone = endOf(child)
  child.on('message', (report: Report) => {
    if (report.report === 'sample') onSample(report.part)
  })
  return {
    async obey(order: Order): Promise<void> {
      const done = nextOutcome(child, order)
      child.send(order, () => {})
      const dies = gone.then((why) => {
        throw new Error(`Expected a server process to ${order.order}: ${why}`)
      })
      // It may also have died between two orders.
      await Promise.race([done, dies])
    },
    async stop() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Resolves with how it has ended. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(`it ended with ${code ?? signal}.`))
    child.once('error', ({ message }) => resolve(`it did not start: ${message}.`))
  })
}

function nextOutcome(child: ChildProcess, { order }: Order): Promise<void> {
  return new Promise((resolve, reject) => {
    const onMessage = (report: Report) => {
      const isDone = report.report === 'done' && report.order === order
      if (!isDone && report.report !== 'failed') return
      child.off('message', onMessage)
      if (report.report === 'failed') {
        reject(new Error(`Expected a server process to ${order}: ${report.message}`))
      } else resolve()
    }
    child.on('message', onMessage)
  })
}
