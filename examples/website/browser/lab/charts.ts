/** The charts as data: what each shows of a sample. */
import { type About, EVENT_AT, type Outcomes, type Plan, type Sample } from '@larder/lab/contract'

export interface ChartKind {
  readonly title: string
  readonly of: (sample: Sample) => number | null
  /** What is counted in a sample is summed over the last second. */
  readonly perSecond?: true
  /** `ms`: times, on a logarithmic scale. */
  readonly unit: 'count' | 'ms'
  readonly big?: true
  /** Seconds: what is told as its most is of what ended after that. */
  readonly since?: number
  /** A level that is marked. */
  readonly limit?: (plan: Plan) => { readonly value: number; readonly name: string }
}

/** What became of requests, from the bottom of a stack to its top. */
export const OUTCOMES: readonly { readonly name: keyof Outcomes; readonly title: string }[] = [
  { name: 'hits', title: 'Hits' },
  { name: 'stale', title: 'Stale' },
  { name: 'missing', title: 'Missing' },
  { name: 'joined', title: 'Joined' },
  { name: 'loaded', title: 'Loaded' },
  { name: 'errors', title: 'Errors' },
  { name: 'gaveUp', title: 'Gave up' },
]

/** Seconds. The totals' times are of the requests that ended after it, too. */
export const EVENT_SECOND = EVENT_AT / 1_000

/** Those that make the point; the first of them is big. */
export function mainCharts(about: About | null): readonly [ChartKind, ...ChartKind[]] {
  const charts: readonly [ChartKind, ...ChartKind[]] = [
    { title: 'Queries in flight', of: ({ inFlight }) => inFlight, unit: 'count', limit: poolOf, big: true },
    { title: 'p99', of: ({ p99 }) => p99, unit: 'ms', since: EVENT_SECOND },
    { title: 'p50', of: ({ p50 }) => p50, unit: 'ms', since: EVENT_SECOND },
  ]
  if (about?.database !== 'postgres') return charts
  const connections: ChartKind = {
    title: 'Connections in use, as Postgres says',
    of: ({ databaseConnections }) => databaseConnections ?? null,
    unit: 'count',
    limit: poolOf,
  }
  return [...charts, connections]
}

export const FURTHER_CHARTS: readonly ChartKind[] = [
  { title: 'Requests ended per second', of: ({ requests }) => requests, perSecond: true, unit: 'count' },
  { title: 'Queries per second', of: ({ queries }) => queries, perSecond: true, unit: 'count' },
  { title: 'Connections waiting', of: ({ waiting }) => waiting, unit: 'count' },
  { title: 'Store commands per second', of: ({ commands }) => commands, perSecond: true, unit: 'count' },
]

function poolOf({ pool }: Plan): { value: number; name: string } {
  return { value: pool, name: `pool: ${pool}` }
}
