/** Which runs go on beside each other: those that mostly wait; the heavy ones, one at a time, when those have ended. */

import type { ContenderName } from './contenders/index.ts'
import { contendersOf, type Result, type Run, runFor } from './judge.ts'
import type { Scenario } from './scenario.ts'

const BESIDE_EACH_OTHER = 4

/** In the order of the scenarios. */
export async function runAll(scenarios: readonly Scenario[]): Promise<Result[]> {
  const runs = new Map(scenarios.map((scenario) => [scenario, {} as Partial<Record<ContenderName, Run>>]))
  const tasksOf = (some: readonly Scenario[]) =>
    some.flatMap((scenario) =>
      contendersOf(scenario).map((contender) => async () => {
        const run = await runFor(scenario, contender)
        Object.assign(runs.get(scenario) as object, { [contender]: run })
      }),
    )
  await runTasks(tasksOf(scenarios.filter(({ heavy }) => !heavy)), BESIDE_EACH_OTHER)
  await runTasks(tasksOf(scenarios.filter(({ heavy }) => heavy)), 1)
  return scenarios.map((scenario) => ({ scenario, runs: runs.get(scenario) ?? {} }))
}

async function runTasks(tasks: (() => Promise<void>)[], atOnce: number): Promise<void> {
  const work = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) await task()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
