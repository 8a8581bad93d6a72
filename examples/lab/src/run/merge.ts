/** Puts the parts of several processes together: to samples, and to the totals of a run. */
import { type Outcomes, SAMPLE_EVERY, type Sample, type Totals } from '../contract/index.ts'
import type { PartSample } from '../worker/messages.ts'

type Counts = Outcomes & Pick<PartSample, 'inFlight' | 'queries' | 'waiting' | 'commands'>

/** Of the same interval. */
export function mergeParts(parts: readonly PartSample[], number: number): Sample {
  const waits = sorted(parts.map((part) => part.waits))
  return {
    at: (number + 1) * SAMPLE_EVERY,
    requests: waits.length,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    ...countsOf(parts),
  }
}

/**
 * Of a whole run.
 *
 * @param allWaits how long requests took that ended after it had happened.
 * @param databaseQueries what the database has counted itself, if it is real; null where it does not count.
 */
export function totalsOf(
  samples: readonly Sample[],
  allWaits: readonly Float64Array[],
  databaseQueries: number | null | undefined,
): Totals {
  const waits = sorted(allWaits)
  const { inFlight: _, waiting: __, ...counts } = countsOf(samples)
  return {
    requests: samples.reduce((sum, { requests }) => sum + requests, 0),
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    longest: waits.at(-1) ?? null,
    waited: counts.joined + counts.loaded + counts.gaveUp,
    mostInFlight: most(samples, ({ inFlight }) => inFlight),
    mostWaiting: most(samples, ({ waiting }) => waiting),
    ...counts,
    ...(databaseQueries !== undefined && {
      database: {
        mostConnections: most(samples, ({ databaseConnections = 0 }) => databaseConnections),
        queries: databaseQueries,
      },
    }),
  }
}

function most(samples: readonly Sample[], figure: (sample: Sample) => number): number {
  return Math.max(0, ...samples.map(figure))
}

/** Peaks of several processes are summed up, too: they may have been at different times of the interval. */
function countsOf(parts: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => parts.reduce((total, part) => total + part[name], 0)
  return {
    hits: sum('hits'),
    stale: sum('stale'),
    missing: sum('missing'),
    joined: sum('joined'),
    loaded: sum('loaded'),
    errors: sum('errors'),
    gaveUp: sum('gaveUp'),
    inFlight: sum('inFlight'),
    queries: sum('queries'),
    waiting: sum('waiting'),
    commands: sum('commands'),
  }
}

function sorted(waits: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(waits.reduce((length, part) => length + part.length, 0))
  let filled = 0
  for (const part of waits) {
    all.set(part, filled)
    filled += part.length
  }
  return all.sort()
}

/** The least of them that so large a share does not exceed (the nearest rank). */
function quantile(waits: Float64Array, share: number): number | null {
  return waits[Math.ceil(share * waits.length) - 1] ?? null
}
