/** What an operation has cost, by what the API says of it. */

/** In this order they are shown. */
const OUTCOMES = ['hits', 'stale', 'missing', 'joined', 'loaded', 'errors'] as const
/** Those that are shown even where there are none. */
const ALWAYS: readonly Outcome[] = ['hits', 'joined', 'loaded']

type Outcome = (typeof OUTCOMES)[number]
type Counts = Readonly<Record<Outcome, number>>
type Reports = Readonly<Record<string, Counts>>

/** Of a response. */
export interface Extensions {
  readonly sql?: number
  readonly larder?: { readonly loaders?: Reports; readonly resolvers?: Reports }
}

export interface Cost {
  readonly sql: number
  /** From the question to the answer, as this page has measured it. */
  readonly ms: number
  readonly total: Counts
  /** Loaders, and resolvers that are cached as a whole. */
  readonly parts: readonly (readonly [name: string, counts: Counts])[]
}

export function costOf({ sql = 0, larder = {} }: Extensions = {}, ms: number): Cost {
  const parts = Object.entries({ ...larder.loaders, ...larder.resolvers })
  const sumOf = (outcome: Outcome) => parts.reduce((sum, [, counts]) => sum + counts[outcome], 0)
  const total = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, sumOf(outcome)])) as Counts
  return { sql, ms, total, parts }
}

/** Such as `0 SQL statements · 61 hits · 0 joined · 0 loaded · 4 ms`. */
export function inWords({ sql, ms, total }: Cost): string {
  const statements = `${sql} SQL ${sql === 1 ? 'statement' : 'statements'}`
  return [statements, ...outcomesOf(total, ALWAYS), `${Math.round(ms)} ms`].join(' · ')
}

/** Such as `60 hits · 1 loaded`. */
export function countsInWords(counts: Counts): string {
  return outcomesOf(counts, []).join(' · ')
}

function outcomesOf(counts: Counts, always: readonly Outcome[]): string[] {
  return OUTCOMES.filter((outcome) => counts[outcome] > 0 || always.includes(outcome)).map(
    (outcome) => `${counts[outcome]} ${NAMES[outcome](counts[outcome])}`,
  )
}

const NAMES: Readonly<Record<Outcome, (count: number) => string>> = {
  hits: (count) => (count === 1 ? 'hit' : 'hits'),
  stale: () => 'stale',
  missing: () => 'missing',
  joined: () => 'joined',
  loaded: () => 'loaded',
  errors: (count) => (count === 1 ? 'error' : 'errors'),
}
