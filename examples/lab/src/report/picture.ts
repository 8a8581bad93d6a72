/** What the picture of a run shows, as data: two panels over one time, a line for each protection in both. */
import type { Ran } from '../cli/run-plan.ts'
import {
  EVENT_AT,
  FAULT_LASTS,
  type Plan,
  PROTECTIONS,
  type ProtectionName,
  type Sample,
  SCENARIOS,
} from '../contract/index.ts'
import { findingOf } from '../shown/finding.ts'
import { count, duration } from '../shown/format.ts'
import { EVENTS } from './words.ts'

export interface Picture {
  readonly title: string
  /** Under what load. */
  readonly note: string
  /** For who does not see it. */
  readonly inWords: string
  /** Ms after the first reader: where the time ends. */
  readonly end: number
  /** Ms. `until` where it heals. */
  readonly event: { readonly at: number; readonly until: number | null; readonly name: string }
  readonly panels: readonly Panel[]
}

export interface Panel {
  readonly title: string
  /** `ms`: times, on a logarithmic scale. */
  readonly unit: 'count' | 'ms'
  /** A level that matters. */
  readonly level?: { readonly value: number; readonly name: string }
  readonly lines: readonly Line[]
}

export interface Line {
  readonly protection: ProtectionName
  readonly name: string
  /** What it comes to, in a few words each. */
  readonly figures: readonly string[]
  /** The value that they tell of, beside which they stand. */
  readonly peak: number
  readonly points: readonly Point[]
}

export interface Point {
  /** Ms after the first reader. */
  readonly at: number
  /** Null where nothing is known. */
  readonly value: number | null
}

export function pictureOf({ plan, results }: Ran): Picture {
  const { title, heals } = SCENARIOS[plan.scenario]
  const ends = results.flatMap(({ samples }) => samples.map(({ at }) => at))
  const findings = results.map(
    ({ protection, totals }) => `${PROTECTIONS[protection].title}: ${findingOf(plan, totals)}`,
  )
  return {
    title,
    note: loadOf(plan),
    inWords: findings.join(' '),
    end: Math.max(plan.seconds * 1_000, ...ends),
    event: { at: EVENT_AT, until: heals ? EVENT_AT + FAULT_LASTS : null, name: EVENTS[plan.scenario] },
    panels: [inFlight(plan, results), slowest(results)],
  }
}

function loadOf({ rate, query, pool, processes }: Plan): string {
  const shared = processes === 1 ? '' : `, ${processes} server processes`
  return `${count(rate)} requests a second, a query takes ${duration(query)}, a pool of ${count(pool)}${shared}.`
}

function inFlight({ pool }: Plan, results: Ran['results']): Panel {
  return {
    title: 'Database queries in flight',
    unit: 'count',
    level: { value: pool, name: `the pool: ${count(pool)}` },
    lines: results.map(({ protection, totals: { mostInFlight, mostWaiting }, samples }) => ({
      ...named(protection),
      figures: [
        `most: ${count(mostInFlight)}`,
        ...(mostWaiting > 0 ? [`and ${count(mostWaiting)} waiting`] : []),
      ],
      peak: mostInFlight,
      points: samples.map(({ at, inFlight }) => ({ at, value: inFlight })),
    })),
  }
}

function slowest(results: Ran['results']): Panel {
  return {
    title: 'Time to an answer: p99 of each quarter of a second',
    unit: 'ms',
    lines: results.map(({ protection, totals: { errors, gaveUp }, samples }) => {
      const peak = slowestSinceEvent(samples)
      return {
        ...named(protection),
        figures: [
          peak === null ? 'then no answer' : `then up to ${duration(peak)}`,
          ...(errors + gaveUp > 0 ? [`and ${count(errors + gaveUp)} failed`] : []),
        ],
        peak: peak ?? 0,
        points: samples.map(({ at, p99 }) => ({ at, value: p99 })),
      }
    }),
  }
}

function named(protection: ProtectionName): Pick<Line, 'protection' | 'name'> {
  return { protection, name: PROTECTIONS[protection].title }
}

/** What is slow before is the processes' start. */
function slowestSinceEvent(samples: readonly Sample[]): number | null {
  const known = samples.flatMap(({ at, p99 }) => (at > EVENT_AT && p99 !== null ? [p99] : []))
  return known.length === 0 ? null : Math.max(...known)
}
