import { afterAll, beforeAll } from '@jest/globals'
import { context, type Span, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'

/** Spans that are kept in memory, and a context manager for the test file. */
export function openTraces() {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const tracer = tracerProvider.getTracer('test')
  beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()))
  afterAll(() => context.disable())

  return {
    tracerProvider,
    tracer,
    /** Runs `work` as a request with a span of its own, which is active meanwhile. */
    request: <R>(work: () => R): { readonly span: Span; readonly result: R } => {
      const span = tracer.startSpan('request')
      return { span, result: context.with(trace.setSpan(context.active(), span), work) }
    },
    /** Ended spans whose names begin so, since the last call. */
    take(name: string): ReadableSpan[] {
      const spans = exporter.getFinishedSpans().filter((span) => span.name.startsWith(name))
      exporter.reset()
      return spans
    },
  }
}

/** Of the spans that it is linked to. */
export function linkedTo(span: ReadableSpan | undefined): string[] {
  return (span?.links ?? []).map(({ context }) => context.spanId)
}
