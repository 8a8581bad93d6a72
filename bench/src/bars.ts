/** What Larder has to reach: the bars that `npm run bench -- --check` holds a run's results against. */

export interface Bar {
  readonly task: string
  readonly row: string
  readonly measure: Measure
  /** At least one of the two bounds; both, where they are equal, mean exactly. */
  readonly atLeast?: number
  readonly atMost?: number
}

/** `ratio`: the median that the row reports. `lead`: how many times as fast as the fastest peer the row is. */
export type Measure = 'ratio' | 'lead' | { readonly figure: string }

/** The row and what is measured of it: another one for each bar of a task. */
export function nameOf({ row, measure }: Bar): string {
  return `${row}: ${typeof measure === 'string' ? measure : measure.figure}`
}

/** Caches that do what Larder does. Raw clients and what is written by hand are no peers. */
export const PEERS: ReadonlySet<string> = new Set([
  'keyv',
  'cache-manager',
  'cacheable',
  'bentocache',
  'async-cache-dedupe',
  'redis-dataloader',
])

const UNFROZEN = 'Larder, freeze: false'
const THROUGH = 'Larder through DataLoader'
const NEAR = 'Larder, near cache'

export const BARS: readonly Bar[] = [
  { task: 'hits-100', row: UNFROZEN, measure: 'ratio', atMost: 1.2 },
  { task: 'hits-100', row: 'Larder', measure: 'ratio', atMost: 1.45 },
  { task: 'hits-100', row: 'Larder', measure: 'lead', atLeast: 2 },
  { task: 'hits-100-dataloader', row: THROUGH, measure: 'ratio', atMost: 1.2 },
  { task: 'zipf-64', row: 'Larder', measure: 'ratio', atLeast: 4 },
  { task: 'zipf-64', row: THROUGH, measure: 'ratio', atLeast: 2.3 },
  { task: 'zipf-64', row: 'Larder', measure: 'lead', atLeast: 2 },
  { task: 'near-hits', row: NEAR, measure: 'ratio', atMost: 1.5 },
  { task: 'near-hits', row: NEAR, measure: 'lead', atLeast: 2 },
  { task: 'absent-100', row: 'Larder', measure: 'ratio', atMost: 2.2 },
  { task: 'absent-100', row: 'Larder', measure: { figure: 'round trips' }, atMost: 3 },
  { task: 'absent-100', row: 'Larder', measure: 'lead', atLeast: 2 },
  { task: 'waiters-2000', row: 'Larder', measure: { figure: 'source loads' }, atLeast: 1, atMost: 1 },
  { task: 'waiters-2000', row: 'Larder', measure: 'lead', atLeast: 2 },
  { task: 'stampede', row: 'Larder', measure: { figure: 'queries' }, atLeast: 1, atMost: 1 },
  { task: 'stampede', row: 'Larder', measure: { figure: 'p99 / query time' }, atMost: 1.25 },
  { task: 'keys-1m', row: 'Larder, 1 million keys', measure: 'ratio', atMost: 1.1 },
  {
    task: 'memory',
    row: 'Larder',
    measure: { figure: 'heap, last ÷ half way' },
    atLeast: 0.95,
    atMost: 1.05,
  },
]
