/** Under what load it was run, and on what. */
import type { Results } from '../cli/results.ts'
import { EVENT_AT, FAULT_LASTS, LIMITS, type Numbers } from '../contract/index.ts'
import { PRODUCTS } from '../parts/products.ts'
import { count, counted, duration } from '../shown/format.ts'
import { PATIENCE } from '../worker/load.ts'

/** Those that all runs have in common. */
export function numbersOf({ runs }: Results): Numbers {
  const names = Object.keys(LIMITS) as readonly (keyof Numbers)[]
  const [first, ...others] = runs.map(({ plan }) => plan)
  if (first === undefined) throw new Error('Expected the results of at least one run, received none.')
  const other = others.find((plan) => names.some((name) => plan[name] !== first[name]))
  if (other === undefined) return first
  throw new Error(
    `Expected runs with the same numbers, received others in ${other.scenario} than in ${first.scenario}. ` +
      'Make them by one command, with `--scenario all`.',
  )
}

export function loadOf({ rate, seconds, query, pool }: Numbers): string {
  return `${count(rate)} readers a second come for ${count(seconds)} seconds, ever more in the first of them, whether or not those before them have been
answered. Each
wants one of ${count(PRODUCTS)} products, by Zipf's law, as hot keys are in life: the second is asked for half as often as the
hottest, the third a third as often. A query holds its connection for ${duration(query)}, and the pool has ${counted(pool, 'connection', 'connections')}
for all processes. All products are cached when the first reader comes; ${duration(EVENT_AT)} later it happens, and what heals
does so after another ${duration(FAULT_LASTS)}. Who has no answer after ${duration(PATIENCE)} gives up. It is the same for each protection.`
}

export function standOf({ machine, database, store, ...results }: Results): string {
  const { processes } = numbersOf({ machine, database, store, ...results })
  const servers = {
    simulated: `The database is simulated, by timers: a pool with a queue, and queries that hold their connection and do nothing.`,
    postgres: `The database is ${named('Postgres', machine.postgres)}, cut off by a gate in front of it; what it says itself, in
\`pg_stat_activity\` and \`pg_stat_statements\`, stands in the tables beside the lab's own figures.`,
    memory: 'The store is the memory of the server process.',
    redis: `The store is ${named('Redis', machine.redis)}.`,
  }
  const share = `${counted(processes, 'server process serves', 'server processes share')} the load, on ${named('Node', machine.node.replace(/^v/, ''))}; ${machine.cpu}.`
  return [servers[database], servers[store], share].join('\n')
}

function named(program: string, version: string | undefined): string {
  return version === undefined ? program : `${program} ${version}`
}
