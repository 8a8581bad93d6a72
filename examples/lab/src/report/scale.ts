/** Where figures lie on an axis, and which of them are written at it. */
import { count, duration } from '../shown/format.ts'
import type { Panel } from './picture.ts'

export interface Scale {
  /** From 0, the foot of the axis, to 1, its top. */
  share(value: number): number
  readonly ticks: readonly { readonly value: number; readonly name: string }[]
}

/** One that has room for every line and level of a panel. */
export function scaleOf({ unit, lines, level }: Panel): Scale {
  const values = lines.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []))
  return unit === 'ms' ? logarithmic(values) : linear([...values, level?.value ?? 0])
}

/** Some air above the most, where a level has its name. */
const AIR = 1.25

function linear(values: readonly number[]): Scale {
  const top = Math.max(1, ...values) * AIR
  return { share: (value) => value / top, ticks: evenly(top, count) }
}

/** Whole powers of ten. Where there are no values, from 1 ms to 10 ms. */
function logarithmic(values: readonly number[]): Scale {
  // A time of nothing has no place on such an axis.
  const positive = values.filter((value) => value > 0)
  const least = Math.floor(Math.log10(Math.min(...(positive.length > 0 ? positive : [1]))))
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(1, ...positive))))
  const powers = Array.from({ length: most - least + 1 }, (_, i) => least + i)
  return {
    share: (value) => Math.max(0, (Math.log10(value) - least) / (most - least)),
    ticks: powers.map((power) => ({ value: 10 ** power, name: duration(10 ** power) })),
  }
}

export function timeScale(end: number): Scale {
  return { share: (ms) => ms / end, ticks: evenly(end, (ms) => `${ms / 1_000} s`) }
}

/** From 0 on, at most six of them, at 1, 2 or 5 times a power of ten. */
function evenly(top: number, nameOf: (value: number) => string): Scale['ticks'] {
  const power = 10 ** Math.floor(Math.log10(top / 5))
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => top / one < 6) ?? top
  const ticks = Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step)
  return ticks.map((value) => ({ value, name: nameOf(value) }))
}
