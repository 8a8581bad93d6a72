/** Runs scenarios and tells what they have cost; answers the exit code. */
import { writeFileSync } from 'node:fs'
import { complaintsOf, type Result } from './judge.ts'
import { type Options, parseOptions } from './options.ts'
import { PAGE, pageOf } from './page.ts'
import type { Scenario } from './scenario.ts'
import { runAll } from './schedule.ts'
import { jsonOf, tableOf } from './table.ts'

/**
 * @param scenarios All there are.
 * @param print What is told on stdout, and what on stderr.
 */
export async function failureCosts(
  args: readonly string[],
  scenarios: (soakSeconds: number) => readonly Scenario[],
  print: Pick<Console, 'log' | 'error'> = console,
): Promise<0 | 1 | 2> {
  let chosen: { readonly options: Options; readonly scenarios: readonly Scenario[] }
  try {
    const options = parseOptions(args)
    chosen = { options, scenarios: choose(scenarios(options.soak), options.only) }
  } catch (error) {
    print.error((error as Error).message)
    return 2
  }
  const results = await runAll(chosen.scenarios)
  tell(results, chosen.options, print)
  const complaints = results.flatMap(complaintsOf)
  for (const complaint of complaints) print.error(complaint)
  return complaints.length > 0 ? 1 : 0
}

/** @throws TypeError on a name that is none. */
function choose(scenarios: readonly Scenario[], only: readonly string[]): readonly Scenario[] {
  const unknown = only.find((name) => !scenarios.some((scenario) => scenario.name === name))
  if (unknown !== undefined)
    throw new TypeError(
      `expected one of ${scenarios.map(({ name }) => name).join(', ')}, received ${JSON.stringify(unknown)}`,
    )
  return only.length === 0 ? scenarios : scenarios.filter(({ name }) => only.includes(name))
}

function tell(results: readonly Result[], { json, write }: Options, print: Pick<Console, 'log'>): void {
  print.log(json ? jsonOf(results) : tableOf(results))
  if (write) writeFileSync(PAGE, pageOf(results))
}
