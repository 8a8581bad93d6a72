/** How long the processes of a fleet have taken to obey, in ms from when `invalidate` had resolved. */
import type { Course } from './near-fleet.ts'

/** Of each of the others: from then on its reads were given the row as it was changed. */
export function delays(courses: readonly Course[]): number[] {
  return courses.flatMap(({ change, by, turned }) =>
    turned.filter((_, process) => process !== by).map(({ began }) => Math.max(0, began - change.resolved)),
  )
}

/** Of each read of the others that was given an older row: how long after it began. */
export function olderReads(courses: readonly Course[]): number[] {
  return courses.flatMap(({ change, by, turned }) =>
    turned
      .filter((_, process) => process !== by)
      .flatMap(({ before }) => before.map((began) => began - change.resolved).filter((after) => after > 0)),
  )
}

/** Reads of the process that invalidated which began after the call, and were given an older row. */
export function ownOlderReads(courses: readonly Course[]): number {
  return courses.flatMap(({ change, by, turned }) =>
    (turned[by]?.before ?? []).filter((began) => began > change.called),
  ).length
}

export function distribution(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1]?.toFixed(1)
  return `p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} max ${at(1)} (${values.length} in all)`
}

/** The part of the values that are at most `most`. */
export function within(most: number, values: readonly number[]): number {
  return values.filter((value) => value <= most).length / values.length
}
