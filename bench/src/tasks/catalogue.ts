/** The example catalogue over HTTP: uncached, with DataLoader alone, and with Larder on memory and on Redis. */
import { Redis } from 'ioredis'
import { compareAnswers } from '../catalogue/compare-answers.ts'
import { CONNECTIONS, type Fired, fire } from '../catalogue/fire.ts'
import { type CatalogueServer, startServer } from '../catalogue/processes.ts'
import { writeScript } from '../catalogue/script.ts'
import { UNCACHED, waysToServe } from '../catalogue/ways.ts'
import { compare } from '../compare.ts'
import type { Outcome, Row } from '../outcome.ts'
import { quantile } from '../quantiles.ts'
import type { Setting } from './task.ts'

const REQUESTS_PER_ROUND = CONNECTIONS * 15
/** Not counted: they warm the compilers, and the caches with what is asked for most. */
const WARM_UP = 2
/** A round of this task is long; so there are fewer of them than of the others. */
const SHARE_OF_ROUNDS = 0.5

interface Measured {
  readonly server: CatalogueServer
  /** One of each round. */
  readonly fired: Fired[]
  statements: number
}

export async function catalogue({ url, rounds }: Setting): Promise<Outcome> {
  const redis = new Redis(url)
  await redis.flushall()
  await redis.quit()
  const servers = await Promise.all(waysToServe(url).map(startServer))
  try {
    const toCompare = writeScript(50, 1)
    await compareAnswers(servers, toCompare)
    const measured = await measure(servers, Math.ceil(rounds * SHARE_OF_ROUNDS))
    await compareAnswers(servers, toCompare)
    return compare(
      {
        task: 'catalogue',
        title:
          `The catalogue of examples/catalog over HTTP: ${CONNECTIONS} connections ask for pages, lists and reviews. The ` +
          'database is PGlite, in the server’s own process: it runs one statement at a time.',
        ratio: { of: 'throughput', base: UNCACHED },
      },
      new Map(measured.map(({ server, fired }) => [server.name, fired.map(({ ms }) => ms)])),
      new Map(measured.map((one) => [one.server.name, figuresOf(one)])),
    )
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function measure(servers: readonly CatalogueServer[], rounds: number): Promise<Measured[]> {
  const all = servers.map((server): Measured => ({ server, fired: [], statements: 0 }))
  const script = writeScript((WARM_UP + rounds) * REQUESTS_PER_ROUND, 42)
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const askings = script.slice(round * REQUESTS_PER_ROUND, (round + 1) * REQUESTS_PER_ROUND)
    for (const one of all) {
      const before = await one.server.statements()
      const fired = await fire(one.server.url, askings)
      if (round < WARM_UP) continue
      one.fired.push(fired)
      one.statements += (await one.server.statements()) - before
    }
  }
  return all
}

function figuresOf({ fired, statements }: Measured): Row['figures'] {
  const latencies = Float64Array.from(fired.flatMap((round) => round.latencies)).sort()
  const ms = fired.reduce((sum, round) => sum + round.ms, 0)
  return {
    'requests per second': (latencies.length / ms) * 1_000,
    'p50, ms': quantile(latencies, 0.5),
    'p99, ms': quantile(latencies, 0.99),
    'SQL statements per request': statements / latencies.length,
  }
}
