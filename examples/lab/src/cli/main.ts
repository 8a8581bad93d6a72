/** `npm run lab`: the scenarios in the terminal. What is asked for goes to stdout, and how far it is to stderr. */
import { type Plan, PlanError, PROTECTIONS, SCENARIOS } from '../contract/index.ts'
import { embedded } from '../run/embedded.ts'
import { findingOf } from '../shown/finding.ts'
import { HELP, readArguments } from './arguments.ts'
import { showProgress } from './progress.ts'
import { resultsOf } from './results.ts'
import { type Ran, runPlan } from './run-plan.ts'
import { tableOf } from './table.ts'

try {
  const { plans, json, help } = readArguments(process.argv.slice(2))
  if (help) console.log(HELP)
  else await main(plans, json)
} catch (error) {
  if (!(error instanceof PlanError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function main(plans: readonly Plan[], json: boolean): Promise<void> {
  const runs: Ran[] = []
  for (const plan of plans) {
    const ran = await runPlan(
      plan,
      embedded,
      showProgress(plan, process.stderr),
      new AbortController().signal,
    )
    runs.push(ran)
    if (!json) console.log(describe(ran))
  }
  if (json) console.log(JSON.stringify(await resultsOf(embedded, runs)))
}

function describe({ plan, results }: Ran): string {
  const { title, what } = SCENARIOS[plan.scenario]
  const findings = results.map(
    ({ protection, totals }) => `${PROTECTIONS[protection].title}: ${findingOf(plan, totals)}`,
  )
  return ['', `${title}. ${what}`, '', tableOf(plan, results), '', ...findings].join('\n')
}
