/** The command line. Its numbers are those of a plan. */
import { parseArgs } from 'node:util'
import { type Plan, PlanError, readPlan, scenarioNames } from '../contract/index.ts'

export interface Arguments {
  /** One for each scenario that is asked for. */
  readonly plans: readonly Plan[]
  /** Print the results as JSON instead of tables. */
  readonly json: boolean
  /** With Postgres and Redis: those that the environment names, and otherwise some that are started. */
  readonly real: boolean
  readonly help: boolean
}

export const HELP = `npm run lab -- [options]: meets a stampede, under three protections one after the other.

  --scenario NAME      ${scenarioNames.join(', ')}, or all
                       (default expire-hot-key)
  --protections NAMES  of none, single-flight, larder, with commas between them (default all)
  --rate N             requests a second, in all processes together (default 2000)
  --seconds N          for how long, under each protection (default 10)
  --query N            ms that a query holds its connection (default 400)
  --pool N             connections to the database, in all processes together (default 20)
  --processes N        server processes that share the load, 1 to 8; several with --real (default 1)
  --real               with a Postgres and a Redis: those of DATABASE_URL and REDIS_URL, or some that it starts
  --json               print JSON, with all samples
  --help               print this
`

/** @throws PlanError */
export function readArguments(args: readonly string[]): Arguments {
  const { json, real, help, scenario, ...numbers } = parse(args)
  const scenarios = scenario === 'all' ? scenarioNames : [scenario]
  return { plans: scenarios.map((name) => readPlan({ ...numbers, scenario: name })), json, real, help }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const numbers = { rate: text, seconds: text, query: text, pool: text, processes: text }
  const options = { ...numbers, scenario: text, protections: text, json: flag, real: flag, help: flag }
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new PlanError((error as Error).message)
  }
}
