/** Runs a scenario for its contenders, and judges it: Larder by its bounds, the bounds by naive cache-aside. */
import { type Bound, describe, isKept } from './bound.ts'
import type { ContenderName } from './contenders/index.ts'
import type { Counts } from './counts.ts'
import type { Scenario } from './scenario.ts'
import { World } from './world.ts'

export interface Run {
  readonly measured: Counts
  readonly bounds: readonly Bound[]
  readonly broken: readonly Bound[]
}

export interface Result {
  readonly scenario: Scenario
  readonly runs: Partial<Record<ContenderName, Run>>
}

const BOTH: readonly ContenderName[] = ['larder', 'naive']

export function contendersOf({ contenders = BOTH }: Scenario): readonly ContenderName[] {
  return contenders
}

/** @throws what went wrong, besides bounds. */
export async function runFor(scenario: Scenario, contender: ContenderName): Promise<Run> {
  const world = await World.start(contender)
  try {
    const measured = await scenario.run(world)
    const bounds = scenario.bounds(measured)
    return { measured, bounds, broken: bounds.filter((bound) => !isKept(bound)) }
  } finally {
    await world.end()
  }
}

/** What is wrong, in words. */
export function complaintsOf({ scenario: { name, law }, runs: { larder, naive } }: Result): string[] {
  const broken = (larder?.broken ?? []).map((bound) => `${name}: law ${law} is broken: ${describe(bound)}`)
  if (naive === undefined || naive.broken.length > 0) return broken
  return [...broken, `${name}: proves nothing: naive cache-aside keeps all its bounds`]
}
