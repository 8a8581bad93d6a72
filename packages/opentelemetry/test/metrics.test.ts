/** What is measured, beside what the README says that is. */
import { readFileSync } from 'node:fs'
import { expect, jest, test } from '@jest/globals'
import { barrier, fail, hang, hold } from '@larder/core/testing'
import { instrument } from '@larder/opentelemetry'
import { type Metric, meters } from './support/collected.ts'
import { openShop } from './support/shop.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The rows of the table whose first column is this, as cells without backticks. */
function rowsUnder(heading: string): string[][] {
  const [, table = ''] = readme.split(`| ${heading} | `)
  const [rows = ''] = table.split('\n\n')
  return rows
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}

/** What happens here once, at least: each outcome, each attribute. */
async function doEverything() {
  const { meterProvider, collect, pointsOf } = meters()
  const { cache, clock, store, source, products } = openShop({ near: { ttl: '5s' } })
  instrument(cache, { meterProvider })
  await products.loadMany(['a', 'b', 'unknown'])
  await products.cachedMany(['a', 'unknown', 'nothing'])
  await products.load('a')
  await clock.advance(12_000)
  await products.loadMany(['a', 'b'])
  await clock.advance(0)
  await products.prime('c', 'primed')

  const slow = barrier()
  source.inject(hold(slow))
  const first = products.loadMany(['d', 'e'])
  await slow.arrived()
  const second = products.load('e')
  await products.invalidate('d')
  slow.open()
  await Promise.all([first, second])
  await clock.advance(0)

  source.inject(fail(new RangeError('of a secret row')))
  await products.load('f').catch(() => {})
  await products.load('f').catch(() => {})
  source.heal()

  await store.writeMany([{ key: 'shop:{product//g}:v1', before: 'foreign', after: '', life: 60_000 }])
  await products.load('g')
  await clock.advance(0)
  store.inject(hang(), 'invalidate')
  const pending = products.invalidate('a').catch(() => {})
  await clock.advance(250)
  await pending
  return { collect, pointsOf }
}

test('the README’s table is what is emitted: names, kinds, units, attributes, meanings', async () => {
  const { collect } = await doEverything()
  const emitted = (await collect()).map((metric) => [
    metric.name,
    metric.kind,
    metric.unit,
    attributesOf(metric).join(', '),
    metric.description,
  ])
  const documented = rowsUnder('metric').map(([name, kind, unit, attributes = '', meaning]) => [
    name,
    kind,
    unit,
    attributes.split(', ').sort().join(', '),
    meaning,
  ])
  expect(emitted.sort()).toEqual(documented.sort())
})

/** Without the one that all have. */
function attributesOf({ points }: Metric): string[] {
  for (const { attributes } of points) expect(attributes['larder.namespace']).toBe('shop')
  const names = new Set(points.flatMap(({ attributes }) => Object.keys(attributes)))
  names.delete('larder.namespace')
  return [...names].sort()
}

test('the README names every attribute, and the values of those that have few', async () => {
  const { collect } = await doEverything()
  const rows = rowsUnder('attribute')
  const values = new Map<string, Set<string>>()
  for (const { points } of await collect())
    for (const { attributes } of points)
      for (const [name, value] of Object.entries(attributes))
        values.set(name, (values.get(name) ?? new Set()).add(String(value)))
  for (const name of values.keys()) expect(rows.some(([names = '']) => names.includes(name))).toBe(true)
  const outcomes = rows.filter(([names]) => names?.startsWith('larder.outcome')).map(([, text]) => text)
  for (const outcome of values.get('larder.outcome') ?? [])
    expect(outcomes.join(' ')).toMatch(new RegExp(`\\b${outcome}\\b`))
  expect([...(values.get('larder.outcome') ?? [])].sort()).toEqual(
    [...['hit', 'stale', 'missing', 'loaded', 'joined', 'absent', 'error'], ...['found', 'failed']].sort(),
  )
})

test('what is counted is what has happened', async () => {
  const { pointsOf } = await doEverything()
  const of = (more: object) => JSON.stringify({ 'larder.loader': 'product', ...more })
  expect(await pointsOf('larder.reads')).toEqual({
    [of({ 'larder.outcome': 'loaded' })]: 6,
    [of({ 'larder.outcome': 'hit' })]: 2,
    [of({ 'larder.outcome': 'missing' })]: 1,
    [of({ 'larder.outcome': 'absent' })]: 1,
    [of({ 'larder.outcome': 'stale' })]: 2,
    [of({ 'larder.outcome': 'joined' })]: 1,
    [of({ 'larder.outcome': 'error', 'error.type': 'RangeError' })]: 1,
    [of({ 'larder.outcome': 'error', 'error.type': 'LARDER_COOLING_DOWN' })]: 1,
  })
  expect(await pointsOf('larder.near.reads')).toEqual({ [of({})]: 1 })
  expect(await pointsOf('larder.load.ids')).toEqual({
    [of({ 'larder.outcome': 'found' })]: 4,
    [of({ 'larder.outcome': 'missing' })]: 4,
    [of({ 'larder.outcome': 'failed' })]: 1,
  })
  expect(await pointsOf('larder.fills.refused')).toEqual({ [of({})]: 1 })
  expect(await pointsOf('larder.entries.corrupt')).toEqual({ [of({})]: 1 })
  expect(await pointsOf('larder.invalidations.pending')).toEqual({ [of({})]: 1 })
  expect(await pointsOf('larder.tags.pending')).toEqual({ '{}': 0 })
  expect(await pointsOf('larder.mode')).toEqual({
    [of({ 'larder.mode': 'on' })]: 1,
    [of({ 'larder.mode': 'bypass' })]: 0,
    [of({ 'larder.mode': 'shadow' })]: 0,
  })
  expect(await pointsOf('larder.invalidations.delivered')).toEqual({
    [of({ 'larder.primed': true })]: 1,
    [of({ 'larder.primed': false })]: 1,
  })
})

test('tags that are undelivered, and what mode shadow compares, are seen when they are looked at', async () => {
  const { meterProvider, pointsOf } = meters()
  const { cache, clock, store, source, products } = openShop()
  instrument(cache, { meterProvider })
  store.inject(hang(), 'mark')
  const pending = cache.invalidateTags(['a', 'b']).catch(() => {})
  await clock.advance(250)
  await pending
  expect(await pointsOf('larder.tags.pending')).toEqual({ '{}': 2 })
  store.heal()
  await clock.advance(10_000)
  expect(await pointsOf('larder.tags.pending')).toEqual({ '{}': 0 })

  cache.setMode('shadow')
  const of = JSON.stringify({ 'larder.loader': 'product' })
  expect(await pointsOf('larder.shadow.compared')).toEqual({ [of]: 0 })
  const ids = Array.from({ length: 60 }, (_, i) => `id ${i}`)
  await products.loadMany(ids)
  await clock.advance(0)
  await products.loadMany(ids)
  await clock.advance(0)
  const compared = (await pointsOf('larder.shadow.compared'))[of]
  expect(compared).toBeGreaterThan(0)
  expect(compared).toBe(cache.health().loaders.product?.shadow?.compared)
  expect(await pointsOf('larder.shadow.mismatches')).toEqual({ [of]: 0 })
  expect(source.calls.length).toBeGreaterThan(1)
})

test('nothing of IDs, values or messages is in what is emitted', async () => {
  const { collect } = await doEverything()
  const text = JSON.stringify(await collect())
  for (const secret of ['value of', 'secret', 'unknown', 'foreign']) expect(text).not.toContain(secret)
})

test('times are in seconds, by the clock of the cache', async () => {
  const { meterProvider, pointsOf } = meters()
  const { cache, clock, source, products } = openShop()
  instrument(cache, { meterProvider })
  const slow = barrier()
  source.inject(hold(slow))
  const read = products.load('a')
  await slow.arrived()
  await clock.advance(1_500)
  slow.open()
  await read
  const [duration] = Object.values(await pointsOf('larder.load.duration'))
  expect(duration).toEqual({ count: 1, sum: 1.5 })
})

test('who stops measures nothing more, and the cache is looked at no longer', async () => {
  const { meterProvider, collect, pointsOf } = meters()
  const { cache, products } = openShop()
  const stop = instrument(cache, { meterProvider })
  const looks = jest.spyOn(cache, 'state')
  await products.loadMany(['a', 'b'])
  const read = await pointsOf('larder.reads')
  expect(Object.values(read)).toEqual([2])
  expect(looks).toHaveBeenCalledTimes(1)
  stop()
  await products.loadMany(['a', 'b', 'c'])
  expect(await pointsOf('larder.reads')).toEqual(read)
  await collect()
  expect(looks).toHaveBeenCalledTimes(1)
  stop()
})

test('what is no cache is refused', () => {
  expect(() => instrument({} as never)).toThrow('instrument: cache: expected what createCache has made')
})
