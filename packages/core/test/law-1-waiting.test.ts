import { describe, expect, test } from '@jest/globals'
import type { Leases } from '@larder/core'
import { barrier, holdReply, times } from '@larder/core/testing'
import { fleet, keyOf, leaseOf, STORE_TIMEOUT } from './support/fleet.ts'
import { withoutBus, withoutLeases } from './support/parts.ts'
import { slow } from './support/slow.ts'

const MANY = 1_000

describe('waiting for a lease that is held elsewhere', () => {
  /** A holder that we play ourselves, without a cache. */
  async function holdLease(leases: Leases | undefined, token: string, life: number) {
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
      expect(await holdLease(memory.leases, 'the dead holder.', 2_000)).toBe('granted')
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
    expect(await holdLease(memory.leases, 'held for too long', 60_000)).toBe('granted')
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
    await holdLease(memory.leases, 'the first holder', 60_000)
    const reads = [a.rows.load('1')]
    await clock.advance(0)
    const invalidating = b.rows.invalidate('1')
    expect(await holdLease(memory.leases, 'the next holder.', 60_000)).toBe('granted')
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
    await holdLease(memory.leases, 'held for a while.', 9_000)
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

describe('a value that cannot be stored', () => {
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

describe('a key that is invalidated all the time', () => {
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
