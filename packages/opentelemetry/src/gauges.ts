/** The metrics that say what is going on when they are looked at. */

import type { Cache, CacheState, CircuitState, Mode } from '@larder/core'
import type { Attributes, BatchObservableCallback, Meter } from '@opentelemetry/api'
import { CIRCUIT_NAME, CIRCUIT_OF, LOADER, MODE, PART, SOURCE } from './attributes.ts'

const MODES: readonly Mode[] = ['on', 'bypass', 'shadow']

/** Answers what ends it. */
export function showIn(meter: Meter, cache: Cache, common: Attributes): () => void {
  const gauges = createGauges(meter)
  // One look at the cache for all of them.
  const show: BatchObservableCallback = (into) => {
    for (const { gauge, value, of } of readingsOf(gauges, cache.state()))
      into.observe(gauge, value, { ...common, ...of })
  }
  const all = Object.values(gauges)
  meter.addBatchObservableCallback(show, all)
  return () => meter.removeBatchObservableCallback(show, all)
}

type Gauges = ReturnType<typeof createGauges>

/** Those whose sum over processes means something are up-down counters, as the semantic conventions have it. */
function createGauges(meter: Meter) {
  return {
    flights: meter.createObservableUpDownCounter('larder.flights', {
      unit: '{key}',
      description: 'Keys that are being fetched for readers.',
    }),
    waiters: meter.createObservableUpDownCounter('larder.waiters', {
      unit: '{key}',
      description: 'Of the flights: those that wait for the lease of another load.',
    }),
    pending: meter.createObservableUpDownCounter('larder.invalidations.pending', {
      unit: '{key}',
      description: 'Keys whose invalidation the store has not confirmed, and that are tried again.',
    }),
    pendingTags: meter.createObservableUpDownCounter('larder.tags.pending', {
      unit: '{tag}',
      description: 'Tags whose invalidation the store has not confirmed, and that are tried again.',
    }),
    mode: meter.createObservableGauge('larder.mode', {
      description: '1 for the mode that the loader is in, 0 for the others.',
    }),
    compared: meter.createObservableCounter('larder.shadow.compared', {
      unit: '{key}',
      description: 'Keys that mode shadow has compared with the source.',
    }),
    mismatches: meter.createObservableCounter('larder.shadow.mismatches', {
      unit: '{key}',
      description: 'Of these: those for which the cache would have served something else.',
    }),
    running: meter.createObservableUpDownCounter('larder.source.running', {
      unit: '{load}',
      description: 'Loads of the source that have not ended, those that have timed out included.',
    }),
    queued: meter.createObservableUpDownCounter('larder.source.queued', {
      unit: '{load}',
      description: 'Loads that wait until fewer of the source are running.',
    }),
    limit: meter.createObservableUpDownCounter('larder.source.limit', {
      unit: '{load}',
      description: 'Loads of the source that may run at once.',
    }),
    circuit: meter.createObservableGauge('larder.circuit.state', {
      description: '1 while the circuit is open, so that nothing is asked; 0 while it is closed.',
    }),
    nearEntries: meter.createObservableUpDownCounter('larder.near.entries', {
      unit: '{entry}',
      description: 'Entries in the near cache.',
    }),
    nearSize: meter.createObservableUpDownCounter('larder.near.size', {
      unit: 'By',
      description: 'What the near cache takes, as near.maxBytes counts it.',
    }),
  }
}

interface Reading {
  readonly gauge: Gauges[keyof Gauges]
  readonly value: number
  readonly of: Attributes
}

function readingsOf(
  gauges: Gauges,
  { loaders, sources, storeCircuits, pendingTags, near }: CacheState,
): Reading[] {
  const readings: Reading[] = []
  const add = (gauge: Reading['gauge'], value: number, of: Attributes) => readings.push({ gauge, value, of })
  for (const { name, mode, shadow, flights, waiters, pendingInvalidations } of loaders) {
    const of = { [LOADER]: name }
    add(gauges.flights, flights, of)
    add(gauges.waiters, waiters, of)
    add(gauges.pending, pendingInvalidations, of)
    for (const each of MODES) add(gauges.mode, each === mode ? 1 : 0, { ...of, [MODE]: each })
    add(gauges.compared, shadow.compared, of)
    add(gauges.mismatches, shadow.mismatches, of)
  }
  for (const { name, running, queued, limit, circuit } of sources) {
    const of = { [SOURCE]: name }
    add(gauges.running, running, of)
    add(gauges.queued, queued, of)
    add(gauges.limit, limit, of)
    add(gauges.circuit, numberOf(circuit), { [CIRCUIT_OF]: 'source', [CIRCUIT_NAME]: name })
  }
  for (const { of: name, part, circuit } of storeCircuits) {
    const where = part === undefined ? {} : { [PART]: part }
    add(gauges.circuit, numberOf(circuit), { [CIRCUIT_OF]: 'store', [CIRCUIT_NAME]: name, ...where })
  }
  add(gauges.pendingTags, pendingTags, {})
  if (near !== undefined) {
    add(gauges.nearEntries, near.entries, {})
    add(gauges.nearSize, near.bytes, {})
  }
  return readings
}

function numberOf(circuit: CircuitState): number {
  return circuit === 'open' ? 1 : 0
}
