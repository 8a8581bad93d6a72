import type { Outcomes, Totals } from '@larder/lab/contract'

export const NO_OUTCOMES: Outcomes = {
  hits: 0,
  stale: 0,
  missing: 0,
  joined: 0,
  loaded: 0,
  errors: 0,
  gaveUp: 0,
}

/** Of a run in which nobody waited. */
export const QUIET: Totals = {
  ...NO_OUTCOMES,
  requests: 18_000,
  p50: 0.5,
  p99: 2,
  longest: 12,
  waited: 0,
  queries: 1,
  mostInFlight: 1,
  mostWaiting: 0,
  commands: 0,
}
