/** A hot key expires, and 15,000 readers in 8 processes want it: what reaches the database, and how long they wait. */
import { Redis } from 'ioredis'
import type { Outcome, Row } from '../outcome.ts'
import { quantile } from '../quantiles.ts'
import { type Contestant, contestants } from '../stampede/contestants.ts'
import { CONNECTIONS, Database, QUERY_MS } from '../stampede/database.ts'
import { type Met, meet } from '../stampede/meet.ts'
import { startProcesses } from '../stampede/processes.ts'
import type { Setting } from './task.ts'

const PROCESSES = 8
const READERS = 15_000
/** Ms in which they come. */
const WINDOW = 100
/** Ms: without it, those who query one by one would take five minutes. */
const PATIENCE = 10_000
/** The same in a first round that is not counted: it shows the compilers what is hot. */
const PATIENCE_TO_WARM = 1_000
/** A round takes a minute: three are enough, and one for a quick run. */
const SHARE_OF_ROUNDS = 0.12

export async function stampede({ url, rounds }: Setting): Promise<Outcome> {
  const redis = new Redis(url)
  const database = new Database()
  const processes = startProcesses(PROCESSES, database)
  const crowd = { readers: READERS / PROCESSES, window: WINDOW }
  const scene = { url, redis, database, processes, ...crowd, patience: PATIENCE }
  const met = new Map(contestants.map(({ name }) => [name, [] as Met[]]))
  try {
    for (const contestant of contestants) await meet(contestant, { ...scene, patience: PATIENCE_TO_WARM })
    for (let round = 0; round < Math.ceil(rounds * SHARE_OF_ROUNDS); round++) {
      for (const contestant of contestants) {
        const one = await meet(contestant, scene)
        judge(contestant, one)
        met.get(contestant.name)?.push(one)
      }
    }
  } finally {
    await processes.stop()
    await redis.quit()
  }
  return {
    task: 'stampede',
    title:
      `A hot key has expired, and ${READERS.toLocaleString('en')} readers in ${PROCESSES} processes want it. Its query takes ` +
      `${QUERY_MS} ms on one of ${CONNECTIONS} connections. Who has no answer after ${PATIENCE / 1_000} s gives up.`,
    rows: [...met].map(([name, all]) => rowOf(name, all)),
  }
}

function judge({ name, promisesOne }: Contestant, { queries }: Met): void {
  if (!promisesOne || queries === 1) return
  throw new Error(
    `${name}: expected 1 query by law 1, one load per key while the store answers; received ${queries}. ` +
      'On a machine so busy that Redis takes longer than storeTimeout, 250 ms, the law does not hold.',
  )
}

/** The waits of all rounds together; of the counts, those of the worst round. */
function rowOf(name: string, met: readonly Met[]): Row {
  const parts = met.flatMap(({ waits }) => waits)
  const waits = Float64Array.from(parts.flatMap((part) => [...part.waits])).sort()
  const p99 = quantile(waits, 0.99)
  return {
    name,
    figures: {
      queries: Math.max(...met.map(({ queries }) => queries)),
      'connections at most': Math.max(...met.map(({ connections }) => connections)),
      'p50, ms': quantile(waits, 0.5),
      'p99, ms': p99,
      'p99 / query time': p99 / QUERY_MS,
      'slowest, ms': quantile(waits, 1),
      unanswered: parts.reduce((sum, { unanswered }) => sum + unanswered, 0) / met.length,
    },
  }
}
