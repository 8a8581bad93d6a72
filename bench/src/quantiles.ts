/** Middles and tails of very many numbers. */

/** @param sorted From the smallest, at least one. @param share 0.99: that many are smaller. */
export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}
