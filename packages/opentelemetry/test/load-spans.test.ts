/** The span of a load: whose it is, what it is linked to, and what it says. */
import { expect, test } from '@jest/globals'
import { barrier, fail, hold } from '@larder/core/testing'
import { instrument } from '@larder/opentelemetry'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { openShop } from './support/shop.ts'
import { linkedTo, openTraces } from './support/spans.ts'

const traces = openTraces()

function openTracedShop() {
  const shop = openShop()
  const stop = instrument(shop.cache, { tracerProvider: traces.tracerProvider })
  return { ...shop, stop }
}

test('law 5: a load has a span that is the root of its own trace, linked to who began it and to who joined it', async () => {
  const { products, source, clock } = openTracedShop()
  const slow = barrier()
  source.inject(hold(slow))
  const first = traces.request(() => products.loadMany(['a', 'unknown']))
  const withIt = traces.request(() => products.load('a'))
  await slow.arrived()
  const late = traces.request(() => products.load('unknown'))
  const nobody = products.load('a')
  await clock.advance(40)
  slow.open()
  await Promise.all([first.result, withIt.result, late.result, nobody])

  const [span, ...others] = traces.take('load')
  expect(others).toEqual([])
  expect(span).toMatchObject({ name: 'load product', kind: SpanKind.INTERNAL, parentSpanContext: undefined })
  expect(linkedTo(span)).toEqual([first, withIt, late].map((it) => it.span.spanContext().spanId))
  expect(span?.spanContext().traceId).not.toBe(first.span.spanContext().traceId)
  expect(span?.attributes).toEqual({
    'larder.namespace': 'shop',
    'larder.loader': 'product',
    'larder.load.ids': 2,
    'larder.load.background': false,
    'larder.load.found': 1,
    'larder.load.missing': 1,
    'larder.load.failed': 0,
  })
  expect(span?.status).toEqual({ code: SpanStatusCode.UNSET })
})

test('what the source does is below the span, and not below the request', async () => {
  const { products, source } = openTracedShop()
  source.inject((execute) => {
    traces.tracer.startSpan('select').end()
    return execute()
  })
  const { span } = traces.request(() => products.load('a'))
  await products.load('a')
  const select = traces.take('')
  const [load] = select.filter(({ name }) => name === 'load product')
  const [statement] = select.filter(({ name }) => name === 'select')
  expect(statement?.parentSpanContext?.spanId).toBe(load?.spanContext().spanId)
  expect(linkedTo(load)).toEqual([span.spanContext().spanId])
})

test('a refresh is linked to who was served what was stale', async () => {
  const { products, clock } = openTracedShop()
  await products.load('a')
  traces.take('load')
  await clock.advance(12_000)
  const { span, result } = traces.request(() => products.load('a'))
  await result
  await clock.advance(0)
  const [load] = traces.take('load')
  expect(load?.attributes).toMatchObject({ 'larder.load.background': true })
  expect(linkedTo(load)).toEqual([span.spanContext().spanId])
})

test('at most 128 are linked, each once, and the rest is counted', async () => {
  const { products, source, clock } = openTracedShop()
  const slow = barrier()
  source.inject(hold(slow))
  const ask = () => traces.request(() => products.loadMany(['a', 'b', 'c'])).result
  const reads = Array.from({ length: 100 }, ask)
  await slow.arrived()
  reads.push(...Array.from({ length: 50 }, ask))
  await clock.advance(0)
  slow.open()
  await Promise.all(reads)
  const [load] = traces.take('load')
  expect(new Set(linkedTo(load)).size).toBe(128)
  expect(load?.links).toHaveLength(128)
  expect(load?.attributes['larder.load.unlinked']).toBe(22)
})

test('one that fails says what kind of error it was, and nothing that the error says', async () => {
  const { products, source } = openTracedShop()
  const refused = Object.assign(new RangeError('row a of a secret'), { code: '23505' })
  source.inject(fail(refused))
  await products.load('a').catch(() => {})
  source.heal()
  source.rows.set('b', Object.assign(new Error('row b'), { code: 'row b' }))
  await products.loadMany(['b', 'c'])
  await products.load('d')
  source.rows.set('e', new Error('row e'))
  await products.load('e').catch(() => {})

  const [whole, partly, none, each] = traces.take('load')
  expect(whole?.status).toEqual({ code: SpanStatusCode.ERROR })
  expect(whole?.attributes).toMatchObject({
    'larder.load.failed': 1,
    'error.type': 'RangeError',
    'larder.error.code': '23505',
  })
  expect(partly?.status).toEqual({ code: SpanStatusCode.UNSET })
  expect(partly?.attributes).toMatchObject({ 'larder.load.found': 1, 'larder.load.failed': 1 })
  expect(none?.status).toEqual({ code: SpanStatusCode.UNSET })
  expect(each?.status).toEqual({ code: SpanStatusCode.ERROR })
  expect(each?.attributes['error.type']).toBe('Error')
  const said = JSON.stringify([whole, partly, none, each].map((span) => [span?.attributes, span?.events]))
  for (const secret of ['secret', 'row', 'value of']) expect(said).not.toContain(secret)
})

test('who stops traces nothing more, and the spans that are open end', async () => {
  const { products, source, stop, clock } = openTracedShop()
  const slow = barrier()
  source.inject(hold(slow))
  const read = products.load('a')
  await slow.arrived()
  stop()
  expect(traces.take('load')).toHaveLength(1)
  slow.open()
  await read
  source.heal()
  await products.load('b')
  await clock.advance(0)
  expect(traces.take('load')).toEqual([])
})

test('without a provider, or where no span is active, loads run as they do', async () => {
  const { cache, products } = openShop()
  instrument(cache)
  expect(trace.getActiveSpan()).toBeUndefined()
  expect(await products.loadMany(['a', 'unknown'])).toEqual(['value of a', null])
})
