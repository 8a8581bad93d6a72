/** The processes of readers, and the parent's end of what they say: their orders, and the database that they ask. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Database } from './database.ts'
import type { FromProcess, Order, ToProcess, Waits } from './messages.ts'

export interface Processes {
  /** Resolves when the first has done it. */
  first(order: Order): Promise<void>
  /** Resolves when each has done what it is ordered by its number. */
  all(order: (process: number) => Order): Promise<(Waits | undefined)[]>
  /** What they have asked and what is not answered: it never will be. */
  drop(): void
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('./process.ts', import.meta.url))

export function startProcesses(count: number, database: Database): Processes {
  const all = Array.from({ length: count }, () => startProcess(database))
  return {
    first: async (order) => void (await all[0]?.obey(order)),
    all: (order) => Promise.all(all.map(({ obey }, number) => obey(order(number)))),
    drop() {
      for (const { tell } of all) tell({ dropped: true })
    },
    async stop() {
      await Promise.all(all.map(({ stop }) => stop()))
    },
  }
}

function startProcess(database: Database) {
  // Structured clones: a thousand waits are sent as they lie in memory.
  const child = fork(program, { serialization: 'advanced' })
  const tell = (message: ToProcess) => void child.send(message)
  child.on('message', (message: FromProcess) => {
    if (!('ask' in message)) return
    database.query((query) => child.connected && tell({ answerTo: message.ask, query }))
  })
  return {
    tell,
    async obey(order: Order): Promise<Waits | undefined> {
      const outcome = nextOutcome(child, order)
      tell(order)
      return outcome
    },
    async stop() {
      if (!child.connected) return
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** Ms: far longer than anything takes that is ordered. */
const MOST = 60_000

function nextOutcome(child: ChildProcess, { order }: Order): Promise<Waits | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      end(() => reject(new Error(`Expected a process of readers to ${order}: ${why}`)))
    const onExit = (code: number | null) => fail(`it ended with ${code}.`)
    const onMessage = (message: FromProcess) => {
      if ('done' in message) end(() => resolve(message.done))
      if ('failed' in message) fail(message.failed)
    }
    const deadline = setTimeout(() => fail(`it has not within ${MOST} ms.`), MOST)
    const end = (settle: () => void) => {
      clearTimeout(deadline)
      child.off('exit', onExit)
      child.off('message', onMessage)
      settle()
    }
    child.on('exit', onExit)
    child.on('message', onMessage)
  })
}
