import { type Ran, runPlan } from '../../src/cli/run-plan.ts'
import {
  type Plan,
  type ProtectionName,
  readPlan,
  type ScenarioName,
  type Totals,
} from '../../src/contract/index.ts'
import type { Backend } from '../../src/run/backend.ts'
import { openBackend } from '../../src/run/open-backend.ts'

/** Small enough for many at once, large enough for a stampede: the hottest product is asked for six times while a query runs. */
const SMALL = { rate: 300, seconds: 5, query: 100, pool: 3 }

export type Runs = ReadonlyMap<ScenarioName, Ran>

/** A run of each scenario under these protections, all at the same time. */
export async function runAll(
  scenarios: Readonly<Partial<Record<ScenarioName, readonly ProtectionName[]>>>,
  settings: { readonly backend?: Backend; readonly plan?: Partial<Plan> } = {},
): Promise<Runs> {
  const { backend = openBackend({}), plan } = settings
  const running = Object.entries(scenarios).map(([scenario, protections]) =>
    runPlan(readPlan({ ...SMALL, ...plan, scenario, protections }), backend, () => {}),
  )
  const ran = await Promise.all(running)
  return new Map(ran.map((one) => [one.plan.scenario, one]))
}

export function totalsOf(runs: Runs, scenario: ScenarioName, protection: ProtectionName): Totals {
  const found = runs.get(scenario)?.results.find((result) => result.protection === protection)
  if (found === undefined) throw new Error(`Expected a run of ${scenario} under ${protection}.`)
  return found.totals
}
