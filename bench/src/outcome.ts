/** What a task found, and how it is told. */

export interface Outcome {
  readonly task: string
  /** `time`: contestant / raw, lower is better. `throughput`: raw's time / contestant's, higher is better. */
  readonly measure: 'time' | 'throughput'
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
  task: string,
  measure: Outcome['measure'],
  times: ReadonlyMap<string, readonly number[]>,
): Outcome {
  const [raw, ...others] = [...times]
  if (raw === undefined) throw new Error('Nothing was timed.')
  const ratios = others.map(([name, ms]): Ratio => {
    const perRound = ms.map((own, i) => {
      const base = raw[1][i] as number
      return measure === 'time' ? own / base : base / own
    })
    return {
      name,
      median: quantile(perRound, 0.5),
      quartiles: [quantile(perRound, 0.25), quantile(perRound, 0.75)],
    }
  })
  return { task, measure, ratios }
}

function quantile(numbers: readonly number[], q: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.round(q * (sorted.length - 1))] as number
}

export function describe({ task, measure, ratios }: Outcome): string {
  const unit =
    measure === 'time' ? '× the time of raw MGET + JSON.parse' : '× the throughput of raw MGET + JSON.parse'
  const lines = ratios.map(({ name, median, quartiles: [low, high] }) => {
    return `  ${name.padEnd(34)} ${median.toFixed(2).padStart(6)}   (${low.toFixed(2)} to ${high.toFixed(2)})`
  })
  return [`${task}: ${unit}`, ...lines, ''].join('\n')
}
