/** A run as lines over one time axis, which all charts share. */
import {
  type Outcomes,
  PROTECTIONS,
  type ProtectionName,
  SAMPLE_EVERY,
  type Sample,
} from '@larder/lab/contract'
import { type ChartKind, OUTCOMES } from './charts.ts'
import type { Round } from './run.ts'

const SAMPLES_A_SECOND = 1_000 / SAMPLE_EVERY

export interface Line {
  readonly key: ProtectionName | keyof Outcomes
  readonly title: string
  /** One for each time; null where nothing is known. */
  readonly figures: readonly (number | null)[]
  /** Where it is drawn, if that is not at its figures. */
  readonly heights?: readonly (number | null)[]
}

/** Seconds since the first reader, as far as the longest round has come. */
export function timesOf(rounds: readonly Round[]): readonly number[] {
  const last = Math.max(0, ...rounds.map(({ samples }) => samples.at(-1)?.at ?? 0))
  return Array.from({ length: last / SAMPLE_EVERY }, (_, index) => ((index + 1) * SAMPLE_EVERY) / 1_000)
}

/** One for each protection. */
export function linesOf(
  { of, perSecond }: ChartKind,
  rounds: readonly Round[],
  times: readonly number[],
): readonly Line[] {
  return rounds.map(({ protection, samples }) => ({
    key: protection,
    title: PROTECTIONS[protection].title,
    figures: perSecond ? lastSecond(align(samples, times, of)) : align(samples, times, of),
  }))
}

/** One for each outcome, each drawn upon those before it. */
export function stackOf({ samples }: Round, times: readonly number[]): readonly Line[] {
  return OUTCOMES.map(({ name, title }, index) => {
    const upTo = OUTCOMES.slice(0, index + 1)
    return {
      key: name,
      title,
      figures: lastSecond(align(samples, times, (sample) => sample[name])),
      heights: lastSecond(
        align(samples, times, (sample) => upTo.reduce((sum, { name }) => sum + sample[name], 0)),
      ),
    }
  })
}

/** @param since Seconds: the figures after it are looked at. Null where the line has none there. */
export function mostOf({ figures }: Line, times: readonly number[], since = 0): number | null {
  const known = figures
    .filter((_, index) => (times[index] as number) > since)
    .filter((figure) => figure !== null)
  return known.length === 0 ? null : Math.max(...known)
}

function align(
  samples: readonly Sample[],
  times: readonly number[],
  of: (sample: Sample) => number | null,
): readonly (number | null)[] {
  const figures = new Array<number | null>(times.length).fill(null)
  for (const sample of samples) figures[sample.at / SAMPLE_EVERY - 1] = of(sample)
  return figures
}

/** Sums of a second that has just passed: four times what one sample counted would tell of queries that nobody ran. */
function lastSecond(counts: readonly (number | null)[]): readonly (number | null)[] {
  return counts.map((count, index) => {
    if (count === null) return null
    const passed = counts.slice(Math.max(index + 1 - SAMPLES_A_SECOND, 0), index + 1)
    return passed.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  })
}
