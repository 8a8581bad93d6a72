import { describe, expect, test } from '@jest/globals'
import { createCache, createReport, type ReadReport } from '@larder/core'
import { barrier, fail, hold, holdReply } from '@larder/core/testing'
import { fleet, keyOf, leaseOf } from './support/fleet.ts'
import { withoutBus, withoutLeases } from './support/parts.ts'
import { slow } from './support/slow.ts'

const MANY = 1_000

/** What a report counts, without times and numbers. */
function counts({ loads, ms, freshFor, ...counted }: ReadReport) {
  return Object.fromEntries(Object.entries(counted).filter(([, count]) => count > 0))
}

describe('of a batch, exactly the absent keys are loaded', () => {
  test('law 1: in any mix of hits, stale, missing, in flight here, leased elsewhere and absent', async () => {
    const { clock, source, put, join } = fleet()
    const loader = { ttl: 10_000, grace: 3_600_000, missingTtl: 3_600_000, jitter: 0, early: { beta: 0 } }
    const [here, elsewhere] = [join({ loader }), join({ loader })]
    const ids = ['hit', 'stale', 'in flight', 'leased', 'absent', 'absent too']
    for (const id of ids) put(id, 1)
    await elsewhere.rows.load('stale')
    await clock.advance(11_000)
    await elsewhere.rows.loadMany(['hit', 'missing'])
    const answer = barrier()
    source.inject(hold(answer))
    const others = [here.rows.load('in flight'), elsewhere.rows.load('leased')]
    await answer.arrived(2)
    source.heal()
    const [loads, reads] = [source.calls.length, here.store.calls('readMany').length]
    const acquires = here.store.calls('acquire').length

    const report = createReport()
    const reading = here.rows.loadMany(
      ['absent', 'leased', 'missing', 'in flight', 'hit', 'absent too', 'stale'],
      { report },
    )
    await clock.advance(0)
    expect(source.calls.slice(loads).map((call) => call.ids)).toEqual([['absent', 'absent too'], ['stale']])
    answer.open()
    expect(await reading).toEqual([
      { id: 'absent', n: 1 },
      { id: 'leased', n: 1 },
      null,
      { id: 'in flight', n: 1 },
      { id: 'hit', n: 1 },
      { id: 'absent too', n: 1 },
      { id: 'stale', n: 1 },
    ])
    await Promise.all(others)

    // One round trip for what is not in flight, one for the leases of what is absent, one for the fills; the refresh has
    // its own, and whoever waited for a lease asks again.
    expect(here.store.calls('readMany').slice(reads)).toEqual([
      ['absent', 'leased', 'missing', 'hit', 'absent too', 'stale'].map((id) => keyOf(id)),
    ])
    expect(here.store.calls('acquire').slice(acquires)).toEqual([
      ['absent', 'leased', 'absent too'].map(leaseOf),
      [leaseOf('stale')],
      [leaseOf('leased')],
    ])
    expect(here.store.calls('fill')).toEqual([
      ['absent', 'absent too'].map(leaseOf),
      [leaseOf('stale')],
      [leaseOf('in flight')],
    ])
    expect(counts(report)).toEqual({ keys: 7, hits: 2, stale: 1, missing: 1, joined: 1, loaded: 2 })
    expect(report.loads).toHaveLength(1)
    for (const id of ids) expect([id, source.countOf(id)]).toEqual([id, id === 'stale' ? 2 : 1])
  })

  test('law 1: overlapping batches load each key once, and their answers are in order', async () => {
    const { source, put, join } = fleet()
    const { rows } = join()
    for (const id of ['1', '2', '3', '4']) put(id, Number(id))
    const reports = [createReport(), createReport()] as const
    const answers = await Promise.all([
      rows.loadMany(['1', '2', '3'], { report: reports[0] }),
      rows.loadMany(['4', '3', '2'], { report: reports[1] }),
    ])
    expect(answers.map((rows) => rows.map((row) => (row as { n: number }).n))).toEqual([
      [1, 2, 3],
      [4, 3, 2],
    ])
    expect(source.calls.map(({ ids }) => ids)).toEqual([['1', '2', '3', '4']])
    expect(reports.map(counts)).toEqual([
      { keys: 3, loaded: 3 },
      { keys: 3, loaded: 1, joined: 2 },
    ])
  })

  test('law 1: a key that a batch names twice is loaded once, and is not joined but loaded', async () => {
    const { source, put, join } = fleet()
    const { rows, events } = join()
    const joins = events('join')
    put('1', 1)
    const report = createReport()
    expect(await rows.loadMany(['1', 'none', '1', '1'], { report })).toEqual([
      { id: '1', n: 1 },
      null,
      { id: '1', n: 1 },
      { id: '1', n: 1 },
    ])
    expect(source.calls.map(({ ids }) => ids)).toEqual([['1', 'none']])
    expect(counts(report)).toEqual({ keys: 4, loaded: 4 })
    expect(joins).toEqual([])
  })

  test('law 1: a key that a batch names twice is loaded once past the cache, too', async () => {
    const { clock, source, put } = fleet()
    const cache = createCache({ namespace: 'shop', clock })
    const rows = cache.loader('row', source.load, {
      scope: (tenant: string | undefined) => tenant,
      unscoped: 'bypass',
    })
    put('1', 1)
    const answers = await rows.for(undefined).loadMany(['1', '1'])
    expect(answers).toEqual([
      { id: '1', n: 1 },
      { id: '1', n: 1 },
    ])
    expect(source.calls.map(({ ids }) => ids)).toEqual([['1']])
  })

  test('law 1: of a load that partly fails, what was found is stored and what failed has its own error', async () => {
    const { source, put, join } = fleet()
    const { rows } = join()
    put('1', 1)
    put('3', 3)
    source.rows.set('2', new Error('row 2 is broken'))
    const report = createReport()
    const answers = await rows.loadMany(['1', '2', '3', '4'], { report })
    expect(answers).toEqual([{ id: '1', n: 1 }, new Error('row 2 is broken'), { id: '3', n: 3 }, null])
    expect(counts(report)).toEqual({ keys: 4, loaded: 3, errors: 1 })
    await rows.loadMany(['1', '3', '4'])
    expect(source.calls).toHaveLength(1)
  })

  test('law 1: a batch is loaded in chunks of maxBatchSize, each on leases of its own that are taken at once', async () => {
    const { source, put, join } = fleet()
    const { rows, store } = join({ loader: { maxBatchSize: 400 } })
    const ids = Array.from({ length: 1_000 }, (_, i) => String(i))
    for (const id of ids) put(id, Number(id))
    const report = createReport()
    const answers = await rows.loadMany(ids, { report })
    expect(answers).toEqual(ids.map((id) => ({ id, n: Number(id) })))
    expect(source.calls.map((call) => call.ids.length)).toEqual([400, 400, 200])
    expect(source.calls.flatMap((call) => call.ids)).toEqual(ids)
    expect(store.calls('acquire').map((leases) => leases.length)).toEqual([400, 400, 200])
    expect(report.loads).toHaveLength(3)
  })

  test('law 1: reads of one turn go to the store together, each key once', async () => {
    const { source, put, join } = fleet()
    const { rows, store } = join()
    for (const id of ['1', '2', '3']) put(id, 1)
    await rows.loadMany(['1', '2', '3'])
    await Promise.all([rows.load('1'), rows.loadMany(['2', '1']), rows.load('3'), rows.load('1')])
    expect(store.calls('readMany').slice(1)).toEqual([['1', '2', '3'].map((id) => keyOf(id))])
    expect(source.calls).toHaveLength(1)
  })
})

describe('a key in flight is joined', () => {
  test('law 1: a thousand reads of one absent key cost one load', async () => {
    const { source, put, join } = fleet()
    const { rows, store } = join()
    put('1', 1)
    const report = createReport()
    const answers = await Promise.all(Array.from({ length: MANY }, () => rows.load('1', { report })))
    expect(answers).toEqual(answers.map(() => ({ id: '1', n: 1 })))
    expect(source.countOf('1')).toBe(1)
    for (const command of ['readMany', 'acquire', 'fill'] as const)
      expect(store.calls(command)).toHaveLength(1)
    expect(counts(report)).toEqual({ keys: MANY, loaded: 1, joined: MANY - 1 })
  })

  test('law 1: so do a thousand that come while it is loaded, one after the other', async () => {
    const { clock, source, put, join } = fleet()
    const { rows, store } = join()
    put('1', 1)
    source.inject(slow(clock, MANY))
    const reads = []
    for (let i = 0; i < MANY; i++) {
      reads.push(rows.load('1'))
      await clock.advance(1)
    }
    await Promise.all(reads)
    expect(source.countOf('1')).toBe(1)
    expect(store.calls('readMany')).toHaveLength(1)
  })

  test('law 1: reads that come while it is stored find it in the store', async () => {
    const { clock, source, put, join } = fleet()
    const { rows, store } = join()
    put('1', 1)
    const filled = barrier()
    store.inject(holdReply(filled), 'fill')
    await rows.load('1')
    const report = createReport()
    await rows.load('1', { report })
    expect(counts(report)).toEqual({ keys: 1, hits: 1 })
    filled.open()
    await clock.advance(0)
    expect(source.countOf('1')).toBe(1)
  })
})

describe('N readers, P processes, one absent key: one load', () => {
  for (const [name, part] of [
    ['woken by the bus', {}],
    ['by polls, where every message is lost', { store: withoutBus }],
  ] as const) {
    test(`law 1: those who have not got the lease wait for it, ${name}`, async () => {
      const { clock, source, put, join } = fleet()
      const [a, b, c] = [join(part), join(part), join(part)]
      put('1', 1)
      source.inject(slow(clock, 1_000))
      const report = createReport()
      const reads = [a, b, c].flatMap(({ rows }) =>
        Array.from({ length: 10 }, () => rows.load('1', rows === b.rows ? { report } : {})),
      )
      const before = clock.monotonic()
      let answeredAt = 0
      const reading = Promise.all(reads).then((answers) => {
        answeredAt = clock.monotonic() - before
        return answers
      })
      await clock.advance(1_500)
      expect(await reading).toEqual(reads.map(() => ({ id: '1', n: 1 })))
      expect(source.countOf('1')).toBe(1)
      expect(answeredAt).toBe('store' in part ? answeredAt : 1_000)
      expect(answeredAt).toBeLessThanOrEqual(1_000 + 250 * 1.25)
      expect(counts(report)).toEqual({ keys: 10, hits: 1, joined: 9 })
      expect(a.store.calls('acquire')).toHaveLength(1)
      if ('store' in part) {
        expect(b.store.calls('acquire').length).toBeGreaterThan(3)
        expect(b.store.calls('acquire').length).toBeLessThan(12)
      }
    })
  }

  test('law 1: a fill that ends between another’s store answer and its acquire is found, not loaded again', async () => {
    const { clock, source, put, join } = fleet()
    const [a, b] = [join(), join()]
    put('1', 1)
    const answer = barrier()
    b.store.inject(holdReply(answer), 'readMany')
    const report = createReport()
    const reading = b.rows.load('1', { report })
    await answer.arrived()
    await a.rows.load('1')
    await clock.advance(0)
    answer.open()
    expect(await reading).toEqual({ id: '1', n: 1 })
    expect(source.countOf('1')).toBe(1)
    expect(counts(report)).toEqual({ keys: 1, hits: 1 })
    await b.rows.invalidate('1')
    await a.rows.load('1')
    expect(source.countOf('1')).toBe(2)
  })

  test('law 1: on a store without leases, at most one for each process', async () => {
    const { clock, source, put, join } = fleet()
    const processes = [1, 2, 3].map(() => join({ store: withoutLeases }))
    put('1', 1)
    source.inject(slow(clock, 100))
    const reads = processes.flatMap(({ rows }) => Array.from({ length: MANY }, () => rows.load('1')))
    await clock.advance(100)
    await Promise.all(reads)
    expect(source.countOf('1')).toBe(3)
    await Promise.all(processes.map(({ rows }) => rows.load('1')))
    expect(source.countOf('1')).toBe(3)
  })

  test('law 1: for each version; and none for a version that can upgrade what is there', async () => {
    const { source, put, join } = fleet()
    put('1', 1)
    const one = join()
    const two = join({ loader: { version: 2 } })
    const three = join({ loader: { version: 3, upgrade: { 2: (row) => ({ ...row, n: row.n + 0.5 }) } } })
    for (let i = 0; i < 2; i++) {
      expect(await one.rows.load('1')).toEqual({ id: '1', n: 1 })
      expect(await two.rows.load('1')).toEqual({ id: '1', n: 1 })
      expect(await three.rows.load('1')).toEqual({ id: '1', n: 1.5 })
    }
    expect(source.countOf('1')).toBe(2)
  })
})

describe('while the store is out', () => {
  test('law 1: flights and batches are shared as ever', async () => {
    const { clock, source, put, join } = fleet()
    const { rows, store } = join()
    for (const id of ['1', '2', '3', '4']) put(id, 1)
    store.injectEverywhere(fail())
    source.inject(slow(clock, 100))
    const report = createReport()
    const reads = [rows.loadMany(['1', '2', '3'], { report }), rows.loadMany(['2', '3', '4'], { report })]
    for (let i = 0; i < 10; i++) {
      await clock.advance(5)
      reads.push(rows.loadMany(['1', '4'], { report }))
    }
    await clock.advance(100)
    await Promise.all(reads)
    expect(source.calls.map(({ ids }) => ids)).toEqual([['1', '2', '3', '4']])
    expect(counts(report)).toEqual({ keys: 26, loaded: 4, joined: 22 })
  })
})
