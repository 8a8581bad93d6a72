/** The charts as data: what each shows of a sample. */
import { type About, type Outcomes, type Plan, SAMPLE_EVERY, type Sample } from '@larder/lab/contract'

export interface ChartKind {
  readonly title: string
  readonly of: (sample: Sample) => number | null
  /** `ms`: times, on a logarithmic scale. */
  readonly unit: 'count' | 'ms'
  readonly big?: true
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

/** Those that make the point; the first of them is big. */
export function mainCharts(about: About | null): readonly [ChartKind, ...ChartKind[]] {
  const charts: readonly [ChartKind, ...ChartKind[]] = [
    { title: 'Queries in flight', of: ({ inFlight }) => inFlight, unit: 'count', limit: poolOf, big: true },
    { title: 'p99', of: ({ p99 }) => p99, unit: 'ms' },
    { title: 'p50', of: ({ p50 }) => p50, unit: 'ms' },
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

export function furtherCharts(about: About | null): readonly ChartKind[] {
  return [
    { title: 'Requests ended per second', of: ({ requests }) => perSecond(requests), unit: 'count' },
    { title: 'Queries per second', of: ({ queries }) => perSecond(queries), unit: 'count' },
    { title: 'Connections waiting', of: ({ waiting }) => waiting, unit: 'count' },
    {
      title: about?.store === 'redis' ? 'Redis commands per second' : 'Store commands per second',
      of: ({ commands }) => perSecond(commands),
      unit: 'count',
    },
  ]
}

export function perSecond(inSample: number): number {
  return (inSample * 1_000) / SAMPLE_EVERY
}

function poolOf({ pool }: Plan): { value: number; name: string } {
  return { value: pool, name: `pool: ${pool}` }
}
