/** The form's fields as they stand, sensible or not, and the plan that they make. */
import {
  type Numbers,
  type Plan,
  PlanError,
  type ProtectionName,
  readPlan,
  type ScenarioName,
} from '@larder/lab/contract'

export interface Draft extends Readonly<Record<keyof Numbers, string>> {
  readonly scenario: ScenarioName
  readonly protections: readonly ProtectionName[]
}

export type Reading =
  | { readonly plan: Plan; readonly problem: null }
  | { readonly plan: null; readonly problem: string }

export function draftOf(plan: Plan): Draft {
  const { rate, seconds, query, pool, processes } = plan
  return {
    ...plan,
    rate: String(rate),
    seconds: String(seconds),
    query: String(query),
    pool: String(pool),
    processes: String(processes),
  }
}

export function readDraft(draft: Draft): Reading {
  // What is empty would be read as all of them.
  if (draft.protections.length === 0) {
    return { plan: null, problem: 'Protection: expected at least one, received none. Switch one on.' }
  }
  return read({ ...draft })
}

/** A plan, or what is wrong with it, in words. */
export function read(given: Parameters<typeof readPlan>[0]): Reading {
  try {
    return { plan: readPlan(given), problem: null }
  } catch (error) {
    if (error instanceof PlanError) return { plan: null, problem: error.message }
    throw error
  }
}
