/** What a task found, and how it is told. */

export interface Outcome {
  readonly task: string
  /** `time`: contestant / base, lower is better. `throughput`: base's time / contestant's, higher is better. */
  readonly measure: 'time' | 'throughput'
  /** What the others are compared with. */
  readonly base: string
  readonly ratios: readonly Ratio[]
}

interface Ratio {
  readonly name: string
  readonly median: number
  /** The middle half of the rounds lies between these. */
  readonly quartiles: readonly [number, number]
}

/** Ratios to the first contestant, round by round. */
export function compare(
  { task, measure, base }: Omit<Outcome, 'ratios'>,
  times: ReadonlyMap<string, readonly number[]>,
): Outcome {
  const [first, ...others] = [...times]
  if (first === undefined) throw new Error('Nothing was timed.')
  const ratios = others.map(([name, ms]): Ratio => {
    const perRound = ms.map((own, i) => {
      const beside = first[1][i] as number
      return measure === 'time' ? own / beside : beside / own
    })
    return {
      name,
      median: quantile(perRound, 0.5),
      quartiles: [quantile(perRound, 0.25), quantile(perRound, 0.75)],
    }
  })
  return { task, measure, base, ratios }
}

function quantile(numbers: readonly number[], q: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.round(q * (sorted.length - 1))] as number
}

export function describe({ task, measure, base, ratios }: Outcome): string {
  const lines = ratios.map(({ name, median, quartiles: [low, high] }) => {
    return `  ${name.padEnd(34)} ${median.toFixed(3).padStart(7)}   (${low.toFixed(3)} to ${high.toFixed(3)})`
  })
  return [`${task}: × the ${measure} of ${base}`, ...lines, ''].join('\n')
}
