/** Figures as people read them. */

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const SHORT = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export function count(figure: number): string {
  return WHOLE.format(figure)
}

/** `1 query`, `154 queries`. */
export function counted(figure: number, one: string, many: string): string {
  return `${count(figure)} ${figure === 1 ? one : many}`
}

/** @param ms */
export function duration(ms: number): string {
  if (ms >= 999.5) return `${SHORT.format(ms / 1_000)} s`
  return `${(ms >= 10 ? WHOLE : SHORT).format(ms)} ms`
}
