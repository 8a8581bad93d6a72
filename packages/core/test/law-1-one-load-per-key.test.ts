import { describe, expect, test } from '@jest/globals'
import { createCache, createReport, type Leases, type ReadReport } from '@larder/core'
import { barrier, type Fault, fail, hold, holdReply, type ManualClock, times } from '@larder/core/testing'
import { fleet, keyOf, leaseOf, STORE_TIMEOUT } from './support/fleet.ts'
import { withoutBus, withoutLeases } from './support/parts.ts'

const MANY = 1_000

/** Takes so many milliseconds of the clock. */
const slow =
  (clock: ManualClock, ms: number): Fault =>
  async (execute) => {
    await new Promise<void>((resolve) => clock.after(ms, resolve, { ref: true }))
    return execute()
  }

/** What a report counts, without times and numbers. */
function counts({ loads, ms, ...counted }: ReadReport) {
  return Object.fromEntries(Object.entries(counted).filter(([, count]) => count > 0))
}

describe('law 1: of a batch, exactly the absent keys are loaded', () => {
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
    expect(source.calls.map(({ ids }) => ids)).toEqual([['1', '2', '3'], ['4']])
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

  test('law 1: a batch is loaded in chunks of maxBatchSize, on leases that are taken in one round trip', async () => {
    const { source, put, join } = fleet()
    const { rows, store } = join({ loader: { maxBatchSize: 400 } })
    const ids = Array.from({ length: 1_000 }, (_, i) => String(i))
    for (const id of ids) put(id, Number(id))
    const report = createReport()
    const answers = await rows.loadMany(ids, { report })
    expect(answers).toEqual(ids.map((id) => ({ id, n: Number(id) })))
    expect(source.calls.map((call) => call.ids.length)).toEqual([400, 400, 200])
    expect(source.calls.flatMap((call) => call.ids)).toEqual(ids)
    expect(store.calls('acquire')).toHaveLength(1)
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

describe('law 1: a key in flight is joined', () => {
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

describe('law 1: N readers, P processes, one absent key: one load', () => {
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

describe('law 1: a value that cannot be stored', () => {
  for (const [name, loader] of [
    ['because it holds what cannot be kept', {}],
    ['because its ttl is 0', { ttl: 0 }],
  ] as const) {
    test(`law 1: ${name} is loaded at most twice by each process for all who come meanwhile`, async () => {
      for (const store of [undefined, withoutBus, withoutLeases]) {
        const { clock, source, put, join } = fleet()
        const processes = [1, 2, 3, 4, 5].map(() => join({ loader, ...(store && { store }) }))
        put('1', 1)
        if (!('ttl' in loader)) source.answer((ids) => ids.map((id) => ({ id, n: 1, format: () => id })))
        source.inject(slow(clock, 100))
        const loads = processes.map(({ events }) => events('load'))
        const reads: Promise<unknown>[] = []
        for (let ms = 0; ms < 100; ms++) {
          for (const { rows } of processes) reads.push(rows.load('1'))
          await clock.advance(1)
        }
        let answered = 0
        for (const read of reads) void read.then(() => answered++)
        // Nobody queues: once it is known that there will be no entry, everyone has the value a load later. Where the
        // bus is lost, nobody knows.
        await clock.advance(store === withoutBus ? 10_000 : 110)
        expect(answered).toBe(500)
        for (const events of loads) expect(events.length).toBeLessThanOrEqual(2)
        expect(await Promise.all(reads)).toEqual(reads.map(() => expect.objectContaining({ id: '1', n: 1 })))
      }
    })
  }
})

describe('law 1: waiting for a lease that is held elsewhere', () => {
  /** A holder that we play ourselves, without a cache. */
  async function hold1(leases: Leases | undefined, token: string, life: number) {
    const [acquired] = await (leases as Leases).acquire([
      { lease: leaseOf('1'), keys: [keyOf('1')], token, seen: undefined, life },
    ])
    return acquired?.kind
  }

  test('law 1: ends with the lease where the holder has died, and one of those who wait replaces it', async () => {
    for (const part of [{}, { store: withoutBus }]) {
      const { clock, memory, source, put, join } = fleet()
      const [a, b] = [join(part), join(part)]
      put('1', 1)
      expect(await hold1(memory.leases, 'the dead holder.', 2_000)).toBe('granted')
      const reads = [a, b].flatMap(({ rows }) => [rows.load('1'), rows.load('1')])
      await clock.advance(1_999)
      expect(source.calls).toEqual([])
      await clock.advance(2 + 250 * 1.25)
      expect(await Promise.all(reads)).toEqual(reads.map(() => ({ id: '1', n: 1 })))
      expect(source.countOf('1')).toBe(1)
    }
  })

  test('law 1: ends at waitTimeout with one load, not written, for everyone then waiting', async () => {
    const { clock, memory, source, put, join } = fleet()
    const { rows, store } = join({ loader: { timeout: 100, waitTimeout: 1_000 } })
    put('1', 1)
    expect(await hold1(memory.leases, 'held for too long', 60_000)).toBe('granted')
    source.inject(slow(clock, 50))
    let answered = 0
    const reads: Promise<unknown>[] = []
    const read = () => reads.push(rows.load('1').finally(() => answered++))
    for (let ms = 0; ms < 1_000; ms += 100) {
      read()
      await clock.advance(100)
    }
    expect(source.countOf('1')).toBe(1)
    expect(answered).toBe(0)
    // Whoever comes once that load has begun waits in turn.
    read()
    await clock.advance(50)
    expect(answered).toBe(10)
    expect(await Promise.all(reads.slice(0, 10))).toEqual(Array(10).fill({ id: '1', n: 1 }))
    expect(source.countOf('1')).toBe(1)
    await clock.advance(949)
    expect(source.countOf('1')).toBe(1)
    await clock.advance(51)
    expect(answered).toBe(11)
    expect(source.countOf('1')).toBe(2)
    expect(store.calls('fill')).toEqual([])
    expect(store.calls('release')).toEqual([])
    expect(clock.timers).toBe(0)
  })

  test('law 1: goes on through an invalidation: readers from before and after wait in one flight', async () => {
    const { clock, memory, source, put, join } = fleet()
    const [a, b] = [join(), join()]
    put('1', 1)
    await hold1(memory.leases, 'the first holder', 60_000)
    const reads = [a.rows.load('1')]
    await clock.advance(0)
    const invalidating = b.rows.invalidate('1')
    expect(await hold1(memory.leases, 'the next holder.', 60_000)).toBe('granted')
    await invalidating
    await clock.advance(0)
    reads.push(a.rows.load('1'))
    await clock.advance(0)
    expect(a.store.calls('acquire')).toHaveLength(2)
    await memory.leases?.release([{ lease: leaseOf('1'), token: 'the next holder.', reason: 'cancelled' }])
    expect(await Promise.all(reads)).toEqual(reads.map(() => ({ id: '1', n: 1 })))
    expect(source.calls.map(({ ids }) => ids)).toEqual([['1']])
  })

  test('law 1: asks seldom', async () => {
    const { clock, memory, put, join } = fleet()
    const { rows, store } = join({ store: withoutBus, loader: { waitTimeout: 10_000 } })
    put('1', 1)
    await hold1(memory.leases, 'held for a while.', 9_000)
    const reads = Array.from({ length: MANY }, () => rows.load('1'))
    await clock.advance(9_500)
    await Promise.all(reads)
    // 25, 50, 100, 200 and then every 250 ms, each jittered by a quarter.
    expect(store.calls('acquire').length).toBeGreaterThan(9_000 / (250 * 1.25))
    expect(store.calls('acquire').length).toBeLessThan(6 + 9_000 / (250 * 0.75))
  })

  test('law 1: a grant that comes after the store’s time is given back, and bars nobody', async () => {
    const { clock, source, put, join } = fleet()
    const [a, b] = [join(), join()]
    put('1', 1)
    const late = barrier()
    a.store.inject(times(1, holdReply(late)), 'acquire')
    const reading = a.rows.load('1')
    await clock.advance(STORE_TIMEOUT)
    expect(await reading).toEqual({ id: '1', n: 1 })
    late.open()
    await clock.advance(0)
    expect(a.store.calls('release')).toEqual([[leaseOf('1')]])
    await b.rows.load('1')
    expect(source.countOf('1')).toBe(2)
    await a.rows.load('1')
    expect(source.countOf('1')).toBe(2)
  })
})

describe('law 1: a key that is invalidated all the time', () => {
  for (const [name, store] of [
    ['', undefined],
    [', every message lost', withoutBus],
  ] as const) {
    test(`law 1: leaves no reader waiting longer than waitTimeout and a load${name}`, async () => {
      const { clock, source, put, join } = fleet()
      const [WAIT, LOAD] = [1_000, 60]
      const part = { loader: { timeout: 100, waitTimeout: WAIT }, ...(store && { store }) }
      const [a, b, c] = [join(part), join(part), join(part)]
      source.inject(slow(clock, LOAD))
      let n = 0
      const waits: number[] = []
      const reads: Promise<void>[] = []
      const read = async (rows: typeof a.rows) => {
        const begun = clock.monotonic()
        const floor = n
        const row = await rows.load('1')
        expect(row?.n).toBeGreaterThanOrEqual(floor)
        waits.push(clock.monotonic() - begun)
      }
      for (let ms = 0; ms < 5_000; ms += 5) {
        if (ms % 25 === 0) {
          put('1', ++n)
          await c.rows.invalidate('1')
        }
        reads.push(read(a.rows), read(b.rows))
        await clock.advance(5)
      }
      await clock.advance(WAIT + LOAD)
      await Promise.all(reads)
      expect(waits).toHaveLength(2_000)
      // Each process has one flight of the key that waits, however often it was invalidated meanwhile.
      for (const { store } of [a, b]) expect(store.calls('acquire').length).toBeLessThan(2 * n)
      expect(Math.max(...waits)).toBeLessThanOrEqual(WAIT + LOAD)
    })
  }
})

describe('law 1: while the store is out', () => {
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
    expect(source.calls.map(({ ids }) => ids)).toEqual([['1', '2', '3'], ['4']])
    expect(counts(report)).toEqual({ keys: 26, loaded: 4, joined: 22 })
  })
})
