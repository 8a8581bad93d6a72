/**
 * Larder's metrics and traces, through OpenTelemetry.
 *
 * - `instrument.ts`: begins, and ends, all of it.
 * - `counts.ts` and `gauges.ts`: the metrics, those that count as it happens and those that are looked at.
 * - `load-spans.ts`: a span for each load, linked to the spans that want what it brings (`askers.ts`).
 * - `attributes.ts` and `error-type.ts`: what is said of each, and of errors.
 */
export { type InstrumentOptions, instrument } from './instrument.ts'
