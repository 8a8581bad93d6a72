/** The spans that want what one load brings: each once, and as links only so many of them. */
import type { Link, Span, SpanContext } from '@opentelemetry/api'

/** As many as the SDK keeps by default. */
const MOST_LINKS = 128

export class Askers {
  readonly #known = new Map<string, SpanContext>()
  #span: Span | undefined

  constructor(contexts: Iterable<SpanContext> = []) {
    for (const context of contexts) this.add(context)
  }

  get contexts(): Iterable<SpanContext> {
    return this.#known.values()
  }

  get links(): Link[] {
    return [...this.#known.values()].slice(0, MOST_LINKS).map((context) => ({ context }))
  }

  /** How many are not linked, since they are too many. */
  get unlinked(): number {
    return Math.max(0, this.#known.size - MOST_LINKS)
  }

  add(context: SpanContext): void {
    const name = `${context.traceId} ${context.spanId}`
    if (this.#known.has(name)) return
    this.#known.set(name, context)
    if (this.#known.size <= MOST_LINKS) this.#span?.addLink({ context })
  }

  /** The span of the load has begun, with the links of all so far: who comes later is added to it. */
  follow(span: Span): void {
    this.#span = span
  }
}
