/** Results that nobody measured, with round numbers, so as not to be believed. */
import type { Results } from '../../src/cli/results.ts'
import type { Ran } from '../../src/cli/run-plan.ts'
import { readPlan, SAMPLE_EVERY, type Sample, type Totals } from '../../src/contract/index.ts'

const nothing = { hits: 0, stale: 0, missing: 0, joined: 0, loaded: 0, errors: 0, gaveUp: 0 }

/** Of what it was given, and nothing else. */
export function totals(given: Partial<Totals>): Totals {
  const counts = { requests: 0, waited: 0, queries: 0, mostInFlight: 0, mostWaiting: 0, commands: 0 }
  return { ...nothing, ...counts, p50: null, p99: null, longest: null, ...given }
}

/** One each quarter of a second, from the first on. */
export function samples(...given: readonly Partial<Sample>[]): Sample[] {
  return given.map((sample, i) => ({
    ...nothing,
    ...{ at: (i + 1) * SAMPLE_EVERY, requests: 0, p50: null, p99: null },
    ...{ inFlight: 0, queries: 0, waiting: 0, commands: 0, ...sample },
  }))
}

export function ran(plan: Readonly<Record<string, unknown>>, results: Ran['results']): Ran {
  return { plan: readPlan(plan), results }
}

export const simulated: Omit<Results, 'runs'> = {
  machine: { node: 'v20.0.0', cpu: '2 × a processor' },
  database: 'simulated',
  store: 'memory',
}

export const real: Omit<Results, 'runs'> = {
  machine: { ...simulated.machine, postgres: '15.0', redis: '7.0.0' },
  database: 'postgres',
  store: 'redis',
}
