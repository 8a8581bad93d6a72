/** The rows of the table of totals. */
import type { Plan, Totals } from '../contract/index.ts'
import { count, duration } from './format.ts'

export interface Figure {
  readonly title: string
  readonly of: (totals: Totals) => number | null
  readonly text: (value: number, plan: Plan) => string
  /** The less, the better: so the least is marked. */
  readonly least?: true
  /** Only a real database has it. */
  readonly real?: true
}

export const FIGURES: readonly Figure[] = [
  { title: 'Requests', of: (totals) => totals.requests, text: count },
  { title: 'p50', of: (totals) => totals.p50, text: duration },
  { title: 'p99', of: (totals) => totals.p99, text: duration, least: true },
  { title: 'Longest', of: (totals) => totals.longest, text: duration, least: true },
  { title: 'Waited for a query', of: (totals) => totals.waited, text: count, least: true },
  { title: 'Queries', of: (totals) => totals.queries, text: count, least: true },
  {
    title: 'Queries, as the database says',
    of: (totals) => totals.database?.queries ?? null,
    text: count,
    real: true,
  },
  {
    title: 'Most in flight',
    of: (totals) => totals.mostInFlight,
    text: (value, { pool }) => `${count(value)} of ${count(pool)}`,
    least: true,
  },
  {
    title: 'Connections, as the database says',
    of: (totals) => totals.database?.mostConnections ?? null,
    text: (value, { pool }) => `${count(value)} of ${count(pool)}`,
    real: true,
  },
  { title: 'Most waiting', of: (totals) => totals.mostWaiting, text: count, least: true },
  { title: 'Hits', of: (totals) => totals.hits, text: count },
  { title: 'Stale', of: (totals) => totals.stale, text: count },
  { title: 'Missing', of: (totals) => totals.missing, text: count },
  { title: 'Joined', of: (totals) => totals.joined, text: count },
  { title: 'Loaded', of: (totals) => totals.loaded, text: count },
  { title: 'Errors', of: (totals) => totals.errors, text: count, least: true },
  { title: 'Gave up', of: (totals) => totals.gaveUp, text: count, least: true },
  { title: 'Store commands', of: (totals) => totals.commands, text: count },
]

/** What is best of a row: its least figure, unless all are the same. */
export function leastOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  const least = Math.min(...known)
  return known.some((value) => value > least) ? least : null
}
