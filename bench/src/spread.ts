/** How numbers lie: their median, and the ratios of all rounds. */
import type { Spread } from './outcome.ts'

export function spreadOf(ratios: readonly number[]): Spread {
  return { median: median(ratios), quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)] }
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

function quantile(numbers: readonly number[], q: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.round(q * (sorted.length - 1))] as number
}
