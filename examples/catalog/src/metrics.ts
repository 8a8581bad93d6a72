/** `GET /metrics`: what Larder measures, in the text format of Prometheus, on the port of the API. */
import type { Cache } from '@larder/core'
import { instrument } from '@larder/opentelemetry'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import type { RequestHandler } from 'express'

export interface Metrics {
  readonly route: RequestHandler
  close(): Promise<void>
}

export function openMetrics(cache: Cache): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true })
  const meterProvider = new MeterProvider({ readers: [exporter] })
  const stop = instrument(cache, { meterProvider })
  return {
    route: (request, response) => exporter.getMetricsRequestHandler(request, response),
    async close() {
      stop()
      await meterProvider.shutdown()
    },
  }
}
