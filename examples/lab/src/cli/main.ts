/** `npm run lab`: the scenarios in the terminal. What is asked for goes to stdout, and how far it is to stderr. */
import { PlanError, PROTECTIONS, SCENARIOS } from '../contract/index.ts'
import { openBackend } from '../run/open-backend.ts'
import { MissingProgramError, startServers } from '../servers/index.ts'
import { findingOf } from '../shown/index.ts'
import { type Arguments, HELP, readArguments } from './arguments.ts'
import { showProgress } from './progress.ts'
import { resultsOf } from './results.ts'
import { type Ran, RunError, runPlan } from './run-plan.ts'
import { tableOf } from './table.ts'

try {
  const args = readArguments(process.argv.slice(2))
  if (args.help) console.log(HELP)
  else await main(args)
} catch (error) {
  const isForPeople = [PlanError, RunError, MissingProgramError].some((type) => error instanceof type)
  if (!isForPeople) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}

async function main({ plans, json, real }: Arguments): Promise<void> {
  const servers = real ? await startServers(process.env) : named(process.env)
  try {
    const backend = openBackend(servers)
    const runs: Ran[] = []
    for (const plan of plans) {
      const ran = await runPlan(plan, backend, showProgress(plan, process.stderr))
      runs.push(ran)
      if (!json) console.log(describe(ran))
    }
    if (json) console.log(JSON.stringify(await resultsOf(backend, runs)))
  } finally {
    await servers.stop()
  }
}

/** The servers of the environment. What it does not name is simulated. */
function named({ DATABASE_URL, REDIS_URL }: NodeJS.ProcessEnv) {
  return { databaseUrl: DATABASE_URL || undefined, redisUrl: REDIS_URL || undefined, async stop() {} }
}

function describe({ plan, results }: Ran): string {
  const { title, what } = SCENARIOS[plan.scenario]
  const findings = results.map(
    ({ protection, totals }) => `${PROTECTIONS[protection].title}: ${findingOf(plan, totals)}`,
  )
  return ['', `${title}. ${what}`, '', tableOf(plan, results), '', ...findings].join('\n')
}
