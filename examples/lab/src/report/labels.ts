/** The names of a panel's lines, each as near to its line's highest point as the others let it. */
import { wrapped } from '@larder/test/svg'
import type { Line } from './picture.ts'

export interface Label {
  readonly line: Line
  readonly top: number
  readonly rows: readonly { readonly isName: boolean; readonly text: string }[]
}

export const ROW = 16
const GAP = 8
/** Characters that surely fit beside each other. */
const MOST = 22

/**
 * From the top to the bottom of the panel.
 *
 * @param heightOf where a value of the panel lies, in pixels from above.
 */
export function labelsOf(
  lines: readonly Line[],
  heightOf: (value: number) => number,
  [from, to]: readonly [number, number],
): Label[] {
  const wanted = lines
    .map((line) => ({ line, middle: heightOf(line.peak), rows: rowsOf(line) }))
    .sort((one, other) => one.middle - other.middle)
  const labels: Label[] = []
  let free = from
  for (const { line, middle, rows } of wanted) {
    const top = Math.max(free, middle - (rows.length * ROW) / 2)
    labels.push({ line, rows, top })
    free = top + rows.length * ROW + GAP
  }
  return pushedUp(labels, to)
}

/** Those that would hang out below, and those that are in their way. */
function pushedUp(labels: readonly Label[], to: number): Label[] {
  const placed: Label[] = []
  let limit = to
  for (const label of labels.toReversed()) {
    const top = Math.min(label.top, limit - label.rows.length * ROW)
    placed.unshift({ ...label, top })
    limit = top - GAP
  }
  return placed
}

function rowsOf({ name, figures }: Line): Label['rows'] {
  return [
    ...wrapped(name, MOST).map((text) => ({ isName: true, text })),
    ...figures.map((text) => ({ isName: false, text })),
  ]
}
