import type { Cache } from '@larder/core'
import { OptionError } from '@larder/core'
import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api'
import { NAMESPACE } from './attributes.ts'
import { countInto } from './counts.ts'
import { showIn } from './gauges.ts'
import { traceLoads } from './load-spans.ts'

export interface InstrumentOptions {
  /** Default: the global one, which has to be registered before. */
  readonly meterProvider?: MeterProvider
  /** Default: the global one. */
  readonly tracerProvider?: TracerProvider
}

/** Of the meter and the tracer. */
const SCOPE = '@larder/opentelemetry'

/**
 * From now on the cache's metrics and traces go to these providers, until the function that is returned is called. What is
 * measured has the cache's namespace as an attribute: caches of one process that share a namespace share their gauges, too,
 * and there the one that was instrumented last counts.
 *
 * @throws OptionError
 */
export function instrument(
  cache: Cache,
  {
    meterProvider = metrics.getMeterProvider(),
    tracerProvider = trace.getTracerProvider(),
  }: InstrumentOptions = {},
): () => void {
  if (typeof cache?.observe !== 'function')
    throw new OptionError('instrument: cache', 'what createCache has made', cache)
  const meter = meterProvider.getMeter(SCOPE)
  const common = { [NAMESPACE]: cache.namespace }
  const endings = [
    countInto(meter, cache, common),
    showIn(meter, cache, common),
    traceLoads(tracerProvider.getTracer(SCOPE), cache, common),
  ]
  return () => {
    for (const end of endings.splice(0)) end()
  }
}
