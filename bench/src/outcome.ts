/** What a task found: the one form that is printed, written as JSON, checked against the bars and drawn in charts. */

export interface Outcome {
  /** As `--only` names it. */
  readonly task: string
  /** What was done, in one line. */
  readonly title: string
  /** What `ratio` is; absent where a task compares no times. */
  readonly ratio?: RatioMeaning
  readonly rows: readonly Row[]
}

interface RatioMeaning {
  /** `time`: contestant / base, lower is better. `throughput`: contestant's / base's, higher is better. */
  readonly of: 'time' | 'throughput'
  /** The name of the row that the others are compared with. */
  readonly base: string
}

export interface Row {
  /** A contestant, and how it was used where there are several ways. */
  readonly name: string
  /** Absent for the base itself, and where a task compares no times. */
  readonly ratio?: Spread
  /** Whatever else was measured, by what it is called, with its unit: `{ 'source loads': 1, 'p99, ms': 412 }`. */
  readonly figures?: Readonly<Record<string, number>>
}

/** Of the ratios of all rounds. */
export interface Spread {
  readonly median: number
  /** The middle half of the rounds lies between these. */
  readonly quartiles: readonly [low: number, high: number]
}

/** A whole run. */
export interface Results {
  readonly node: string
  readonly redis: string
  readonly cpu: string
  readonly rounds: number
  /** Every contestant that is somebody else's, with its version and how it was set up. */
  readonly contestants: readonly ContestantNote[]
  readonly outcomes: readonly Outcome[]
}

export interface ContestantNote {
  readonly name: string
  readonly version: string
  /** In words: what its own docs say, and what was set. */
  readonly settings: string
}
