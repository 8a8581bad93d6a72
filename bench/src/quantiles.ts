/** Middles and tails of what was measured. */
import type { Spread } from './outcome.ts'

/** @param sorted From the smallest, at least one. @param share 0.5 for the median. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}

/** Of each round's own ratio: what slows a round slows both sides of it. */
export function spreadOfRatios(over: readonly number[], under: readonly number[]): Spread {
  const ratios = Float64Array.from(over, (value, round) => value / (under[round] as number)).sort()
  return {
    median: quantile(ratios, 0.5),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  }
}
