/** The search for a schedule that breaks law 3: over all plans, or over those that are given. */
import { expect } from '@jest/globals'
import fc from 'fast-check'
import { type Plan, plans, TAG_KINDS } from './commands.ts'
import type { Schedule } from './in-the-air.ts'
import { runWorld } from './scheduled-world.ts'
import { search } from './search.ts'
import type { Setting } from './setting.ts'

/** Finds none, and meets all of these on the way. */
export async function findNone(
  setting: Setting,
  schedules: readonly Schedule[],
  plan?: fc.Arbitrary<Plan>,
): Promise<void> {
  const met = new Map<Schedule, number>()
  await fc.assert(law3(setting, met, plan), search)
  const missed = schedules.filter((schedule) => !met.has(schedule))
  expect({ ...search, missed }).toEqual({ ...search, missed: [] })
}

/** Finds one: an answer, or something stored, that is too old. */
export async function findOne(setting: Setting, plan?: fc.Arbitrary<Plan>): Promise<void> {
  const found = await fc.check(law3(setting, new Map(), plan), { ...search, endOnFailure: true })
  expect({ ...search, failed: found.failed }).toEqual({ ...search, failed: true })
  expect(String(found.errorInstance)).toMatch(/, not one since state \d+/)
}

function law3(
  setting: Setting,
  met: Map<Schedule, number>,
  plan = plans(setting.versions.length, setting.tags && TAG_KINDS),
) {
  return fc.asyncProperty(plan, fc.scheduler(), async (plan, scheduler) => {
    const { violations } = await runWorld(scheduler, plan, setting, met)
    if (violations.length > 0) throw new Error(violations.join('\n'))
  })
}
