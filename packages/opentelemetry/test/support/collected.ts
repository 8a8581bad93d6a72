import { DataPointType, MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'

export interface Metric {
  readonly name: string
  readonly description: string
  readonly unit: string
  readonly kind: string
  readonly points: readonly Point[]
}

interface Point {
  readonly attributes: Readonly<Record<string, unknown>>
  /** Of a histogram: how many there are, and their sum. */
  readonly value: number | { readonly count: number; readonly sum: number }
}

class OnDemand extends MetricReader {
  protected override async onShutdown(): Promise<void> {}
  protected override async onForceFlush(): Promise<void> {}
}

/** Meters whose metrics are collected when the test wants them. */
export function meters() {
  const reader = new OnDemand()
  const meterProvider = new MeterProvider({ readers: [reader] })

  async function collect(): Promise<Metric[]> {
    const { resourceMetrics, errors } = await reader.collect()
    if (errors.length > 0) throw errors[0]
    return resourceMetrics.scopeMetrics.flatMap(({ metrics }) =>
      metrics
        .filter(({ dataPoints }) => dataPoints.length > 0)
        .map((metric) => ({
          name: metric.descriptor.name,
          description: metric.descriptor.description,
          unit: metric.descriptor.unit,
          kind: kindOf(metric),
          points: metric.dataPoints.map(({ attributes, value }) => ({
            attributes,
            value:
              typeof value === 'object' && 'count' in value
                ? { count: value.count, sum: value.sum ?? Number.NaN }
                : (value as number),
          })),
        })),
    )
  }

  /** The points of one metric, the attributes without the namespace as JSON. */
  async function pointsOf(name: string): Promise<Record<string, Point['value']>> {
    const points = (await collect()).find((metric) => metric.name === name)?.points ?? []
    return Object.fromEntries(
      points.map(({ attributes: { 'larder.namespace': _, ...attributes }, value }) => [
        JSON.stringify(attributes),
        value,
      ]),
    )
  }

  return { meterProvider, collect, pointsOf }
}

function kindOf(metric: { readonly dataPointType: DataPointType; readonly isMonotonic?: boolean }): string {
  if (metric.dataPointType === DataPointType.HISTOGRAM) return 'histogram'
  if (metric.dataPointType === DataPointType.GAUGE) return 'gauge'
  return metric.isMonotonic ? 'counter' : 'up-down counter'
}
