/** Gathers what the processes of a run tell, and makes samples of it as soon as all have told of an interval. */
import { EVENT_AT, SAMPLE_EVERY, type Sample, type Totals } from '../contract/index.ts'
import type { PartSample } from '../worker/messages.ts'
import type { Stage } from './backend.ts'
import { mergeParts, totalsOf } from './merge.ts'

export interface Collector {
  add(part: PartSample): void
  /** Those processes that have told less than others have nothing more to tell. */
  finish(): Promise<Totals>
}

/** @param database what the database says itself, if it is real: asked for its connections as soon as an interval is over. */
export function collect(
  processes: number,
  database: Stage['database'],
  onSample: (sample: Sample) => void,
): Collector {
  const intervals: PartSample[][] = []
  const samples: Sample[] = []
  const waits: Float64Array[] = []
  let told = Promise.resolve()

  function tell(number: number): void {
    const merged = mergeParts(intervals[number] ?? [], number)
    const asked = database?.connections()
    told = told.then(async () => {
      const sample = { ...merged, ...(asked && { databaseConnections: await asked }) }
      samples.push(sample)
      onSample(sample)
    })
    // A run that is stopped does not come to `finish`, and nobody else waits for these.
    for (const promise of [asked, told]) promise?.catch(() => {})
  }

  return {
    add(part) {
      if (part.number >= EVENT_AT / SAMPLE_EVERY) waits.push(part.waits)
      const parts = intervals[part.number] ?? []
      intervals[part.number] = parts
      if (parts.push(part) === processes) tell(part.number)
    },
    async finish() {
      const left = intervals.flatMap((parts, number) => (parts.length < processes ? [number] : []))
      for (const number of left) tell(number)
      await told
      return totalsOf(samples, waits, await database?.queries())
    },
  }
}
