/** What a run prints: one line of JSON, for people and for programs; and on stderr, what went wrong. */
import type { Options } from './options.ts'
import type { Outcome } from './run.ts'

/** Of so many violations the evidence is shown. */
const SHOWN = 3

export function summaryOf(options: Options, { verdict, tally, faults, lasted }: Outcome) {
  const { seed, processes, cluster, tags, broken } = options
  const { violations, ...counts } = verdict
  return {
    seed,
    processes,
    seconds: Math.round(lasted / 100) / 10,
    ...(cluster && { cluster }),
    ...(tags && { tags }),
    ...(broken !== undefined && { broken }),
    ...counts,
    ...tally,
    faults,
    violations: violations.length,
  }
}

export function complaintsOf({ verdict: { violations } }: Outcome, missed: readonly string[]): string[] {
  const shown = violations.slice(0, SHOWN)
  return [
    ...shown.map(({ law, what, evidence }) => `law ${law}: ${what}: ${JSON.stringify(evidence)}`),
    ...(violations.length > SHOWN ? [`and ${violations.length - SHOWN} violations more`] : []),
    ...missed,
  ]
}
