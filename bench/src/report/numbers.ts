/** How numbers are written in charts and on the page. */
import type { Spread } from '../outcome.ts'

/** Two decimals, as the bars have; fewer where they would say nothing. */
export function ratioText(ratio: number): string {
  return grouped(ratio, ratio < 10 ? 2 : ratio < 100 ? 1 : 0, ratio < 100)
}

export function quartilesText({ quartiles: [low, high] }: Spread): string {
  return `${ratioText(low)} to ${ratioText(high)}`
}

/** What is whole stays so, since it may be a count. JSON has null for what was no finite number. */
export function figureText(figure: number | null | undefined): string {
  if (figure === null || figure === undefined) return ''
  return grouped(figure, figure < 10 ? 2 : figure < 100 ? 1 : 0, false)
}

function grouped(value: number, decimals: number, always: boolean): string {
  const options = { maximumFractionDigits: decimals, minimumFractionDigits: always ? decimals : 0 }
  return value.toLocaleString('en', options)
}
