/** The metrics that count and time what happens, as it happens. */

import type { Cache, CommandEnded, EntryWritten, Events, ReadEnded } from '@larder/core'
import type { Attributes, Counter, Histogram, Meter } from '@opentelemetry/api'
import { BACKGROUND, ERROR_TYPE, LOADER, OPERATION, OUTCOME, PART, PRIMED } from './attributes.ts'
import { errorType, failureOf } from './error-type.ts'

/** Seconds: from a round trip within a data centre to a source that is about to time out. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Bytes: from a *missing* entry to the default of `maxValueBytes`. */
const BYTES = [64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 65_536, 262_144, 1_048_576]

/** Answers what ends it. */
export function countInto(meter: Meter, cache: Cache, common: Attributes): () => void {
  const counts = new Counts(meter, common)
  const endings = [
    cache.observe({
      read: (it) => counts.read(it),
      command: (it) => counts.command(it),
      written: (it) => counts.written(it),
    }),
    cache.on('load', (it) => counts.load(it)),
    cache.on('fill-refused', (it) => counts.refused(it)),
    cache.on('invalidated', (it) => counts.invalidated(it)),
    cache.on('corrupt', (it) => counts.corrupt(it)),
  ]
  return () => {
    for (const end of endings) end()
  }
}

class Counts {
  readonly #common: Attributes
  readonly #reads: Counter
  readonly #nearReads: Counter
  readonly #loads: Histogram
  readonly #ids: Counter
  readonly #commands: Histogram
  readonly #entries: Histogram
  readonly #refused: Counter
  readonly #invalidated: Counter
  readonly #corrupt: Counter

  constructor(meter: Meter, common: Attributes) {
    this.#common = common
    this.#reads = meter.createCounter('larder.reads', {
      unit: '{key}',
      description: 'Keys that were read, by what became of them.',
    })
    this.#nearReads = meter.createCounter('larder.near.reads', {
      unit: '{key}',
      description: 'Keys that the near cache answered. They are hits, stale or missing as well.',
    })
    this.#loads = meter.createHistogram('larder.load.duration', {
      unit: 's',
      description: 'Calls of load, until they have settled or timed out.',
      advice: { explicitBucketBoundaries: SECONDS },
    })
    this.#ids = meter.createCounter('larder.load.ids', {
      unit: '{id}',
      description: 'IDs that load was given, by what it answered.',
    })
    this.#commands = meter.createHistogram('larder.store.duration', {
      unit: 's',
      description: 'Commands to the store, until they were answered, failed or timed out.',
      advice: { explicitBucketBoundaries: SECONDS },
    })
    this.#entries = meter.createHistogram('larder.entry.size', {
      unit: 'By',
      description: 'Entries that the store has accepted.',
      advice: { explicitBucketBoundaries: BYTES },
    })
    this.#refused = meter.createCounter('larder.fills.refused', {
      unit: '{entry}',
      description: 'Fills that came too late: the key was invalidated meanwhile, or the lease had ended.',
    })
    this.#invalidated = meter.createCounter('larder.invalidations.delivered', {
      unit: '{key}',
      description: 'Keys that were invalidated or primed, once the store has done it.',
    })
    this.#corrupt = meter.createCounter('larder.entries.corrupt', {
      unit: '{entry}',
      description: 'What was found under a key and is no entry, or not whole.',
    })
  }

  read(read: ReadEnded): void {
    const of = { ...this.#common, [LOADER]: read.loader }
    const add = (outcome: string, n: number) => {
      if (n > 0) this.#reads.add(n, { ...of, [OUTCOME]: outcome })
    }
    add('hit', read.hits)
    add('stale', read.stale)
    add('missing', read.missing)
    add('loaded', read.loaded)
    add('joined', read.joined)
    add('absent', read.absent)
    for (const error of read.errors)
      this.#reads.add(1, { ...of, [OUTCOME]: 'error', [ERROR_TYPE]: errorType(error) })
    if (read.near > 0) this.#nearReads.add(read.near, of)
  }

  load(load: Events['load']): void {
    const of = { ...this.#common, [LOADER]: load.loader }
    const failure = failureOf(load)
    this.#loads.record(load.ms / 1_000, {
      ...of,
      [BACKGROUND]: load.background,
      ...(failure !== undefined && { [ERROR_TYPE]: errorType(failure) }),
    })
    for (const outcome of ['found', 'missing', 'failed'] as const)
      if (load[outcome] > 0) this.#ids.add(load[outcome], { ...of, [OUTCOME]: outcome })
  }

  command({ operation, ms, error, part }: CommandEnded): void {
    this.#commands.record(ms / 1_000, {
      ...this.#common,
      [OPERATION]: operation,
      ...(part !== undefined && { [PART]: part }),
      ...(error !== undefined && { [ERROR_TYPE]: errorType(error) }),
    })
  }

  written({ loader, operation, bytes }: EntryWritten): void {
    this.#entries.record(bytes, { ...this.#common, [LOADER]: loader, [OPERATION]: operation })
  }

  refused({ loader }: Events['fill-refused']): void {
    this.#refused.add(1, { ...this.#common, [LOADER]: loader })
  }

  invalidated({ loader, ids, primed }: Events['invalidated']): void {
    this.#invalidated.add(ids.length, { ...this.#common, [LOADER]: loader, [PRIMED]: primed })
  }

  corrupt({ loader }: Events['corrupt']): void {
    this.#corrupt.add(1, { ...this.#common, [LOADER]: loader })
  }
}
