/** How the ratios of all rounds lie. */
import type { Spread } from './outcome.ts'

export function spreadOf(ratios: readonly number[]): Spread {
  return { median: quantile(ratios, 0.5), quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)] }
}

function quantile(numbers: readonly number[], q: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.round(q * (sorted.length - 1))] as number
}
