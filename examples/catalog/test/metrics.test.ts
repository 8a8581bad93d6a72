/**
 * What the catalogue serves at `/metrics`, beside what the test has counted itself: keys by the script of requests, loads by
 * their SQL, commands and entries by Redis's own MONITOR.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { eventually, until } from '@larder/test/until'
import { type Catalog, startCatalog } from '../src/app.ts'
import { openPglite } from '../src/database/pglite.ts'
import { type Answer, ask } from './support/ask.ts'
import { type CountedDatabase, countLoads } from './support/counted-database.ts'
import { dashboardQueries, unknownIn } from './support/dashboard.ts'
import { get, readMetrics, type Samples } from './support/read-metrics.ts'
import { Tally } from './support/tally.ts'
import { type WatchedRedis, watchRedis } from './support/watched-redis.ts'

jest.setTimeout(120_000)

let redis: RedisServer
let watched: WatchedRedis
let database: CountedDatabase
let catalog: Catalog
beforeAll(async () => {
  redis = await startRedis()
  database = countLoads(await openPglite())
})
beforeEach(async () => {
  watched = await watchRedis(redis)
  catalog = await startCatalog({
    port: 0,
    database,
    redisUrl: redis.url,
    near: { ttl: '1h' },
    log: () => {},
  })
})
afterEach(async () => {
  await catalog.stop()
  watched.close()
})
afterAll(async () => {
  await database.close()
  await redis.stop()
})

const names = (...ids: readonly string[]): Promise<Answer> =>
  ask(catalog.url, 'query ($ids: [ID!]!) { products(ids: $ids) { name } }', { variables: { ids } })
const stateOf = (loader: string) => catalog.cache.state().loaders.find(({ name }) => name === loader)
const key = (id: string) => `catalog:{product//${id}}:v2`
const lease = (id: string) => `catalog:{product//${id}}:lease`

test('each metric agrees with what the test has counted, and the dashboard shows each', async () => {
  const reads = new Tally()
  const read = (loader: string, outcome: string, n = 1, error: object = {}) =>
    reads.add({ larder_loader: loader, larder_outcome: outcome, ...error }, n)
  const [near, refused, corrupt, delivered, circuits] = [
    new Tally(),
    new Tally(),
    new Tally(),
    new Tally(),
    new Tally(),
  ]
  catalog.cache.on('circuit', ({ of, name, state }) =>
    circuits.add({ larder_circuit_of: of, larder_circuit_name: name }, state === 'open' ? 1 : -1),
  )

  // The first look, which also waits until the near cache hears the bus: until then it keeps nothing.
  await names('99')
  read('product', 'loaded')
  await until(async () => {
    const [, subscribers] = (await watched.client.call('PUBSUB', 'NUMSUB', 'larder:')) as unknown[]
    return Number(subscribers) > 0
  }, 'the catalogue to listen')
  await settled()
  await names('99')
  read('product', 'hit')

  // Misses, a missing one, hits from the store, hits that are near.
  const five = ['1', '2', '3', '4', '5', 'nope'] as const
  await names(...five)
  read('product', 'loaded', 6)
  await settled()
  for (const _ of ['store', 'near']) {
    await names(...five)
    read('product', 'hit', 5)
    read('product', 'missing')
  }
  near.add({ larder_loader: 'product' }, 6)

  // A key that two requests want at once.
  let release = database.hold()
  const joined = new Promise((resolve) => catalog.cache.on('join', resolve))
  const first = names('10')
  await until(() => database.held === 1, 'the load to be held')
  const second = names('10')
  await joined
  await expectGauges({ flights: 1, running: 1 })
  release()
  await Promise.all([first, second])
  read('product', 'loaded')
  read('product', 'joined')

  // A stale one: what lies in Redis is made eleven minutes older.
  await names('20')
  read('product', 'loaded')
  await settled()
  await makeOlder(key('20'), 11 * 60_000)
  database.expectBackground()
  await names('20')
  read('product', 'stale')
  await settled()

  // A mutation.
  await ask(catalog.url, 'mutation { setPrice(id: "30", amount: 5) { name price { amount } } }')
  read('product', 'loaded')
  read('base-price', 'loaded')
  delivered.add({ larder_loader: 'base-price', larder_primed: false })

  // A fill whose lease has gone.
  release = database.hold()
  const late = names('40')
  await until(() => database.held === 1, 'the load to be held')
  expect(await watched.client.del(lease('40'))).toBe(1)
  release()
  await late
  read('product', 'loaded')
  refused.add({ larder_loader: 'product' })

  // What is no entry.
  await watched.client.set(key('50'), 'somebody else’s')
  await names('50')
  read('product', 'loaded')
  corrupt.add({ larder_loader: 'product' })

  // A lease that another process holds.
  const other = redisStore(watched.client)
  const held = { lease: lease('60'), token: 'of another one..' }
  await other.leases?.acquire([{ ...held, keys: [key('60')], seen: undefined, life: 60_000 }])
  const waiting = names('60')
  // Now and then it looks whether the lease is free, and does not wait meanwhile.
  await eventually(() => expectGauges({ flights: 1, waiters: 1 }))
  await other.leases?.release([{ ...held, reason: 'cancelled' }])
  await waiting
  read('product', 'loaded')

  // More at once than the source may run: the last two are on one call, which waits.
  release = database.hold()
  const many: Promise<unknown>[] = []
  for (let i = 1; i <= 18; i++) {
    many.push(names(`${100 + i}`))
    const flights = i
    await until(() => stateOf('product')?.flights === flights && database.held === Math.min(i, 16))
  }
  await until(() => catalog.cache.state().sources.some(({ queued }) => queued > 0), 'the queue')
  await expectGauges({ flights: 18, running: database.held, queued: 1 })
  release()
  await Promise.all(many)
  read('product', 'loaded', 18)
  await settled()

  // A source that fails until its circuit opens.
  database.fail('stock')
  for (let i = 1; i <= 11; i++) {
    const { errors } = await ask(catalog.url, `{ product(id: "${200 + i}") { stock } }`)
    expect(errors).toHaveLength(1)
    read('product', 'loaded')
    read('stock', 'error', 1, { error_type: i <= 10 ? 'DatabaseDown' : 'LARDER_CIRCUIT_OPEN' })
  }
  await settled()

  // An invalidation that Redis does not take.
  redis.freeze()
  const mutating = ask(catalog.url, 'mutation { setPrice(id: "1", amount: 6) { id } }')
  await until(() => stateOf('base-price')?.pendingInvalidations === 1, 'the invalidation to be pending')
  const whilePending = await readMetrics(catalog.url)
  expect(whilePending.larder_invalidations_pending?.['larder_loader=base-price']).toBe(1)
  redis.thaw()
  await mutating
  await until(() => stateOf('base-price')?.pendingInvalidations === 0, 'the invalidation to be delivered')
  read('product', 'hit')
  near.add({ larder_loader: 'product' })
  delivered.add({ larder_loader: 'base-price', larder_primed: false })

  await settled()
  const compared = new Set<string>()
  await eventually(async () => {
    compared.clear()
    await watched.counted()
    const samples = await readMetrics(catalog.url)
    const compare = (name: string, expected: unknown, actual: unknown = samples[name]) => {
      compared.add(name)
      expect({ [name]: actual }).toEqual({ [name]: expected })
    }
    compare('larder_reads_total', reads.counts)
    compare('larder_near_reads_total', near.counts)
    compare('larder_load_duration_count', database.loads.counts)
    compare('larder_load_ids_total', database.ids.counts)
    compare('larder_entry_size_count', watched.entries.counts)
    compare('larder_entry_size_sum', watched.bytes.counts)
    compare('larder_fills_refused_total', refused.counts)
    compare('larder_entries_corrupt_total', corrupt.counts)
    compare('larder_invalidations_delivered_total', delivered.counts)
    compare('larder_store_duration_count', watched.commands.counts, byOperation(samples))
    compareTimes(samples, compared)

    // What a moment shows: by now all is quiet.
    for (const gauge of [...QUIET]) compare(`larder_${gauge}`, 0, sumOf(samples, `larder_${gauge}`))
    const modes = Object.entries(samples.larder_mode ?? {})
    for (const [labels, value] of modes)
      compare('larder_mode', labels.includes('larder_mode=on') ? 1 : 0, value)
    expect(new Set(Object.values(samples.larder_source_limit ?? {}))).toEqual(new Set([16]))
    compared.add('larder_source_limit')
    const open = Object.entries(samples.larder_circuit_state ?? {}).filter(([, value]) => value !== 0)
    compare('larder_circuit_state', nonZero(circuits.counts), Object.fromEntries(open))
    expect(circuits.counts['larder_circuit_name=stock larder_circuit_of=source']).toBe(1)

    // The six that were hits of the store, and no load has replaced since, and 99.
    const kept = [...five, '99']
    compare('larder_near_entries', { '': kept.length })
    const stored = await watched.client.mget(kept.map(key))
    const texts = stored.reduce((sum, text) => sum + (text?.length ?? 0), 0)
    expect(samples.larder_near_size?.['']).toBeGreaterThan(texts)
    expect(samples.larder_near_size?.['']).toBe(catalog.cache.state().near?.bytes)
    compared.add('larder_near_size')
    expect([...compared].sort()).toEqual(Object.keys(samples).sort())
  })

  const { body } = await get(catalog.url, 'metrics')
  expect(dashboardQueries().length).toBeGreaterThan(20)
  for (const query of dashboardQueries())
    expect({ query, unknown: unknownIn(query, body) }).toEqual({ query, unknown: [] })
  expect(unknownIn('sum by (larder_loader) (larder_nothing)', body)).not.toEqual([])
  expect(unknownIn('larder_source_limit{larder_loader="product"}', body)).toEqual(['larder_loader'])
  const shown = new Set(
    dashboardQueries().flatMap((query) => [...query.matchAll(/\blarder_\w+/g)].join(' ').split(' ')),
  )
  const metrics = Object.keys(await readMetrics(catalog.url))
  const withoutPanel = metrics.filter(
    (name) => !shown.has(name) && !shown.has(name.replace(/_(sum|count)$/, '_bucket')),
  )
  expect(withoutPanel).toEqual([])
})

/** Gauges of what does not go on where all is quiet, and in mode `on`. */
const QUIET = [
  'flights',
  'waiters',
  'invalidations_pending',
  'tags_pending',
  'source_running',
  'source_queued',
  'shadow_compared_total',
  'shadow_mismatches_total',
] as const

/** Nothing goes on behind the scenes. */
async function settled(): Promise<void> {
  await catalog.cache.settled()
}

/** By what `/metrics` says of the products at this moment. */
async function expectGauges(expected: Readonly<Record<string, number>>): Promise<void> {
  const samples = await readMetrics(catalog.url)
  const { flights = 0, waiters = 0, running = 0, queued = 0 } = expected
  expect({
    flights: samples.larder_flights?.['larder_loader=product'],
    waiters: samples.larder_waiters?.['larder_loader=product'],
    running: samples.larder_source_running?.['larder_source=product'],
    queued: samples.larder_source_queued?.['larder_source=product'],
  }).toEqual({ flights, waiters, running, queued })
}

/** Times are no counts: those of loads lie between what the database took and what passes at all; those of the store too. */
function compareTimes(samples: Samples, compared: Set<string>): void {
  for (const name of ['larder_load_duration_sum', 'larder_store_duration_sum']) {
    compared.add(name)
    for (const seconds of Object.values(samples[name] ?? {})) expect(seconds).toBeGreaterThan(0)
  }
  for (const [labels, seconds] of Object.entries(database.seconds.counts)) {
    const its = Object.entries(samples.larder_load_duration_sum ?? {}).filter(([name]) =>
      name.includes(labels),
    )
    const sum = its.reduce((total, [, value]) => total + value, 0)
    expect(sum).toBeGreaterThanOrEqual(seconds - 0.01)
  }
}

/** Whether they failed or not: Redis does not know that nobody waits for its answer any more. */
function byOperation(samples: Samples): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [labels, value] of Object.entries(samples.larder_store_duration_count ?? {})) {
    const operation = labels.replace(/error_type=\S+ /, '')
    sums[operation] = (sums[operation] ?? 0) + value
  }
  return sums
}

function sumOf(samples: Samples, name: string): number {
  return Object.values(samples[name] ?? { none: Number.NaN }).reduce((sum, value) => sum + value, 0)
}

function nonZero(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n !== 0))
}

/** An entry's time is the number behind its stamp and its kind. */
async function makeOlder(key: string, ms: number): Promise<void> {
  const text = (await watched.client.get(key)) ?? ''
  const older = text.replace(/^(LRD1.{16}.)(\d{13})/, (_, head: string, time) => head + (Number(time) - ms))
  expect(older).not.toBe(text)
  await watched.client.set(key, older, 'KEEPTTL')
}
