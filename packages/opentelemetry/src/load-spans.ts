/**
 * A span for each load. It is the root of a trace of its own, since a load belongs to nobody's request (law 5), and is linked
 * to the spans that were active where what it brings was asked for. While `load` runs its span is active, so that the
 * source's own spans are below it.
 */

import type { Asking, Cache, Events, LoadBegins, RunsLoad } from '@larder/core'
import {
  type Attributes,
  context,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { Askers } from './askers.ts'
import {
  BACKGROUND,
  ERROR_CODE,
  ERROR_TYPE,
  FAILED,
  FOUND,
  IDS,
  LOADER,
  MISSING,
  UNLINKED,
} from './attributes.ts'
import { errorCode, errorType, failureOf } from './error-type.ts'

/** Answers what ends it, and the spans of loads that are running. */
export function traceLoads(tracer: Tracer, cache: Cache, common: Attributes): () => void {
  const spans = new LoadSpans(tracer, common)
  const endings = [
    cache.observe({ asks: (it) => spans.ask(it), loadBegins: (it) => spans.begin(it) }),
    cache.on('load', (it) => spans.end(it)),
  ]
  return () => {
    for (const end of endings) end()
    spans.endAll()
  }
}

class LoadSpans {
  readonly #tracer: Tracer
  readonly #common: Attributes
  readonly #askers = new WeakMap<object, Askers>()
  readonly #running = new Map<number, { readonly span: Span; readonly askers: Askers }>()

  constructor(tracer: Tracer, common: Attributes) {
    this.#tracer = tracer
    this.#common = common
  }

  ask({ flight }: Asking): void {
    const asking = trace.getActiveSpan()?.spanContext()
    if (asking === undefined || !isSpanContextValid(asking)) return
    const askers = this.#askers.get(flight) ?? new Askers()
    this.#askers.set(flight, askers)
    askers.add(asking)
  }

  begin({ loader, load, ids, background, flights }: LoadBegins): RunsLoad {
    const askers = new Askers(flights.flatMap((flight) => [...(this.#askers.get(flight)?.contexts ?? [])]))
    const span = this.#tracer.startSpan(`load ${loader}`, {
      kind: SpanKind.INTERNAL,
      root: true,
      links: askers.links,
      attributes: { ...this.#common, [LOADER]: loader, [IDS]: ids, [BACKGROUND]: background },
    })
    askers.follow(span)
    for (const flight of flights) this.#askers.set(flight, askers)
    this.#running.set(load, { span, askers })
    const within = trace.setSpan(context.active(), span)
    return (run) => context.with(within, run)
  }

  end(load: Events['load']): void {
    const running = this.#running.get(load.load)
    if (running === undefined) return
    this.#running.delete(load.load)
    const { span, askers } = running
    span.setAttributes({ [FOUND]: load.found, [MISSING]: load.missing, [FAILED]: load.failed })
    if (askers.unlinked > 0) span.setAttribute(UNLINKED, askers.unlinked)
    const failure = failureOf(load)
    if (failure !== undefined) fail(span, failure)
    span.end()
  }

  endAll(): void {
    for (const { span } of this.#running.values()) span.end()
    this.#running.clear()
  }
}

/** Without its message, which may hold anything. */
function fail(span: Span, failure: unknown): void {
  const code = errorCode(failure)
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute(ERROR_TYPE, errorType(failure))
  if (code !== undefined) span.setAttribute(ERROR_CODE, code)
}
