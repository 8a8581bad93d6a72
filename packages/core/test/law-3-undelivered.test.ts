import { describe, expect, test } from '@jest/globals'
import { createReport, InvalidationPendingError, InvalidationRefusedError } from '@larder/core'
import { barrier, fail, hang, hold, holdReply, times } from '@larder/core/testing'
import { fleet, keyOf, type Row, STORE_TIMEOUT } from './support/fleet.ts'
import { withoutBus } from './support/parts.ts'

describe('an invalidation that the store does not confirm', () => {
  test('law 3: rejects once the store has had its time, and not before', async () => {
    const { clock, join } = fleet()
    const { rows, store } = join()
    store.inject(hang(), 'invalidate')
    let settled = false
    const invalidating = expect(
      rows.invalidate('1').finally(() => {
        settled = true
      }),
    ).rejects.toMatchObject({ code: 'LARDER_INVALIDATION_PENDING' })
    await clock.advance(STORE_TIMEOUT - 1)
    expect(settled).toBe(false)
    await clock.advance(1)
    await invalidating
  })

  test('law 3: is tried again, ever more slowly, until it is delivered, and then no more', async () => {
    const { clock, join } = fleet()
    clock.draw = () => 0.5
    const { rows, store, events } = join()
    const invalidated = events('invalidated')
    store.inject(fail(), 'invalidate')
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    const sentAt: number[] = []
    for (let ms = 50; ms < 25_000; ms += 100) {
      const before = store.calls('invalidate').length
      await clock.advance(ms === 50 ? 50 : 100)
      if (store.calls('invalidate').length > before) sentAt.push(Math.floor(ms / 100) * 100)
    }
    expect(sentAt).toEqual([100, 300, 700, 1_500, 3_100, 6_300, 11_300, 16_300, 21_300])
    expect(invalidated).toEqual([])

    store.heal()
    await clock.advance(5_000)
    expect(invalidated).toEqual([{ loader: 'row', ids: ['1'], primed: false }])
    const sent = store.calls('invalidate').length
    await clock.advance(60_000)
    expect(store.calls('invalidate')).toHaveLength(sent)
    expect(clock.timers).toBe(0)
  })

  test('law 3: bypasses the store: the key is read from the source each time, and not written', async () => {
    const { clock, source, put, join } = fleet()
    const { rows, store } = join()
    put('1', 1)
    await rows.load('1')
    const [reads, fills] = [store.calls('readMany').length, store.calls('fill').length]
    store.inject(fail(), 'invalidate')
    put('1', 2)
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)

    expect(await rows.load('1')).toEqual({ id: '1', n: 2 })
    put('1', 3)
    expect(await rows.load('1')).toEqual({ id: '1', n: 3 })
    await clock.advance(10_000)
    expect(await rows.load('1')).toEqual({ id: '1', n: 3 })
    expect(source.countOf('1')).toBe(4)
    expect(store.calls('readMany')).toHaveLength(reads)
    expect(store.calls('fill')).toHaveLength(fills)
    expect(store.calls('acquire')).toHaveLength(1)
  })

  test('law 3: leaves flights shared: all who come during a load, while the store is out', async () => {
    expect(await loadsForReadersThatComeDuringALoad({ storeIsOut: true })).toBe(1)
  })

  test('law 3: leaves flights shared, but for the rule that a load be younger, while the store answers otherwise', async () => {
    expect(await loadsForReadersThatComeDuringALoad({ storeIsOut: false })).toBe(2)
  })

  async function loadsForReadersThatComeDuringALoad({ storeIsOut }: { storeIsOut: boolean }) {
    const { clock, source, put, join } = fleet()
    const { rows, store } = join()
    put('1', 1)
    if (storeIsOut) store.injectEverywhere(fail())
    else store.inject(fail(), 'invalidate')
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    await rows.load('2')
    const answer = barrier()
    source.inject(hold(answer))
    const reads = [rows.load('1')]
    for (let i = 0; i < 100; i++) {
      await clock.advance(0)
      reads.push(rows.load('1'))
    }
    answer.open()
    expect(await Promise.all(reads)).toEqual(reads.map(() => ({ id: '1', n: 1 })))
    return source.countOf('1')
  }

  test('law 3: keeps whoever reads later from a load that began earlier, while the store is out', async () => {
    const { clock, source, put, join } = fleet()
    const { rows, store } = join()
    put('1', 1)
    store.injectEverywhere(fail())
    const answer = barrier()
    source.inject(holdReply(answer))
    const before = rows.load('1')
    await answer.arrived()
    put('1', 2)
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    const after = rows.load('1')
    await clock.advance(0)
    answer.open()
    expect(await before).toEqual({ id: '1', n: 1 })
    expect(await after).toEqual({ id: '1', n: 2 })
  })

  test('law 3: leaves other keys alone', async () => {
    const { source, put, join } = fleet()
    const { rows, store } = join()
    put('1', 1)
    put('2', 1)
    await rows.loadMany(['1', '2'])
    store.inject(fail(), 'invalidate')
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    const report = createReport()
    await rows.loadMany(['1', '2'], { report })
    expect(report).toMatchObject({ hits: 1, loaded: 1 })
    expect(source.countOf('2')).toBe(1)
  })

  test('law 3: lets the key be cached again once it is delivered', async () => {
    const { clock, source, put, join } = fleet()
    const { rows, store } = join()
    put('1', 1)
    await rows.load('1')
    store.inject(times(1, fail()), 'invalidate')
    put('1', 2)
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    await clock.advance(1_000)
    expect(await rows.load('1')).toEqual({ id: '1', n: 2 })
    const report = createReport()
    expect(await rows.load('1', { report })).toEqual({ id: '1', n: 2 })
    expect(report.hits).toBe(1)
    expect(source.countOf('1')).toBe(2)
  })

  test('law 3: is settled by a later one of the same key that gets through', async () => {
    const { clock, join } = fleet()
    const { rows, store } = join()
    store.inject(times(1, fail()), 'invalidate')
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    await rows.invalidate('1')
    expect(clock.timers).toBeLessThanOrEqual(1)
    await clock.advance(60_000)
    expect(store.calls('invalidate')).toHaveLength(2)
  })

  test('law 3: is not settled by an earlier one whose answer comes later', async () => {
    const { clock, memory, put, join } = fleet()
    const { rows, store, events } = join()
    const invalidated = events('invalidated')
    const reply = barrier()
    store.inject(holdReply(reply), 'invalidate')
    const earlier = rows.invalidate('1')
    await clock.advance(0)
    put('1', 1)
    await join().rows.load('1')
    put('1', 2)
    store.inject(times(1, fail()), 'invalidate')
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    reply.open()
    await earlier
    expect(invalidated).toHaveLength(1)
    expect(await rows.load('1')).toEqual({ id: '1', n: 2 })

    await clock.advance(1_000)
    expect(invalidated).toHaveLength(2)
    expect(await memory.readMany([keyOf('1')])).toEqual([undefined])
  })

  test('law 3: is not settled by a retry of an earlier one whose answer comes later', async () => {
    const { clock, memory, put, join } = fleet()
    const { rows, store } = join()
    const reply = barrier()
    store.inject(times(1, fail()), 'invalidate')
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    store.inject(holdReply(reply), 'invalidate')
    await clock.advance(150)
    expect(reply.waiting).toBe(1)
    put('1', 1)
    await join().rows.load('1')
    put('1', 2)
    store.inject(times(1, fail()), 'invalidate')
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    reply.open()
    await clock.advance(1_000)
    expect(store.calls('invalidate')).toHaveLength(4)
    expect(await memory.readMany([keyOf('1')])).toEqual([undefined])
  })

  test('law 3: bars what a flight finds in the store that began before it was delivered', async () => {
    const { clock, put, join } = fleet()
    const [a, b] = [join({ store: withoutBus }), join({ store: withoutBus })]
    put('1', 1)
    const [read, filled] = [barrier(), barrier()]
    b.store.inject(hold(filled), 'fill')
    const filling = b.rows.load('1')
    await clock.advance(0)
    // A flight that begins after the invalidation was called, for a read that began before.
    a.store.inject(hold(read), 'readMany')
    const before = a.rows.load('1')
    await clock.advance(0)
    put('1', 2)
    a.store.inject(fail(), 'invalidate')
    await expect(a.rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    read.open()
    await clock.advance(0)
    // Its lease is held elsewhere; this read joins it, and then the older row is there to be found.
    const after = a.rows.load('1')
    filled.open()
    await filling
    await clock.advance(100)
    expect(await after).toEqual({ id: '1', n: 2 })
    await before
  })

  test('law 3: bars it also where the store goes out before it can be asked again', async () => {
    const { clock, put, join } = fleet()
    const [a, b] = [join(), join()]
    const [read, way, acquired] = [barrier(), barrier(), barrier()]
    put('1', 1)
    a.store.inject(holdReply(read), 'readMany')
    const before = a.rows.load('1')
    await read.arrived()
    await b.rows.load('1')
    put('1', 2)
    a.store.inject(hold(way), 'invalidate')
    const invalidating = a.rows.invalidate('1')
    a.store.inject(holdReply(acquired), 'acquire')
    read.open()
    await acquired.arrived()
    const after = a.rows.load('1')
    way.open()
    await invalidating
    await clock.advance(0)
    a.store.inject(times(1, fail()), 'readMany')
    acquired.open()
    expect(await after).toEqual({ id: '1', n: 2 })
    await before
  })

  test('law 3: writes no promotion of such a key', async () => {
    const { put, join } = fleet()
    const upgrade = { 1: (row: Row) => row }
    const [old, next] = [join(), join({ loader: { version: 2, upgrade } })]
    const upgraded = next.events('upgraded')
    const read = barrier()
    put('1', 1)
    await old.rows.load('1')
    next.store.inject(hold(read), 'readMany')
    const before = next.rows.load('1')
    await read.arrived()
    put('1', 2)
    next.store.inject(fail(), 'invalidate')
    await expect(next.rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    read.open()
    expect(await before).toEqual({ id: '1', n: 2 })
    expect(next.store.calls('acquire')).toHaveLength(1)
    expect(next.store.calls('promote')).toEqual([])
    expect(upgraded).toEqual([])
  })

  test('law 3: is refused where too many are undelivered already', async () => {
    const { clock, put, join } = fleet()
    const { rows, store, events } = join()
    put('one more', 1)
    const invalidated = events('invalidated')
    const ids = Array.from({ length: 10_000 }, (_, i) => String(i))
    store.inject(fail(), 'invalidate')
    await expect(rows.invalidateMany(ids)).rejects.toThrow(InvalidationPendingError)
    await expect(rows.invalidate('one more')).rejects.toThrow(InvalidationRefusedError)
    await expect(rows.invalidate('9999')).rejects.toThrow(InvalidationPendingError)

    store.heal()
    await clock.advance(5_000)
    expect(invalidated.flatMap((event) => event.ids)).toEqual(ids)
    const report = createReport()
    await rows.load('one more')
    await rows.load('one more', { report })
    expect(report.hits).toBe(1)
  })

  test('law 3: says so where some of many are refused', async () => {
    const { join } = fleet()
    const { rows, store } = join()
    store.inject(fail(), 'invalidate')
    const ids = Array.from({ length: 10_001 }, (_, i) => String(i))
    await expect(rows.invalidateMany(ids)).rejects.toThrow(InvalidationRefusedError)
  })

  test('law 3: is tried once more when the cache closes', async () => {
    const { memory, put, join } = fleet()
    const { cache, rows, store, events } = join()
    const [lost, invalidated] = [events('invalidation-lost'), events('invalidated')]
    put('1', 1)
    await rows.load('1')
    store.inject(times(1, fail()), 'invalidate')
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    await cache.close()
    expect(await memory.readMany([keyOf('1')])).toEqual([undefined])
    expect(invalidated).toHaveLength(1)
    expect(lost).toEqual([])
  })

  test('law 3: is reported as lost where the cache closes without delivering it', async () => {
    const { clock, join } = fleet()
    const { cache, rows, store, events } = join()
    const lost = events('invalidation-lost')
    store.inject(fail(), 'invalidate')
    await expect(rows.invalidateMany(['1', '2'])).rejects.toThrow(InvalidationPendingError)
    await cache.close()
    expect(store.calls('invalidate')).toHaveLength(2)
    expect(lost).toEqual([{ loader: 'row', ids: ['1', '2'] }])
    expect(clock.timers).toBe(0)
  })

  test('law 3: is waited for by a cache that closes while it is on its way', async () => {
    const { clock, join } = fleet()
    const { cache, rows, store, events } = join()
    const lost = events('invalidation-lost')
    store.inject(hang(), 'invalidate')
    const invalidating = expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    const closing = cache.close()
    await clock.advance(2 * STORE_TIMEOUT)
    await Promise.all([invalidating, closing])
    expect(lost).toEqual([{ loader: 'row', ids: ['1'] }])
    await clock.advance(60_000)
    expect(store.calls('invalidate')).toHaveLength(2)
    expect(clock.timers).toBe(0)
  })

  test('law 3: stops being retried when the cache closes in the middle of a retry', async () => {
    const { clock, join } = fleet()
    const { cache, rows, store } = join()
    store.inject(times(1, fail()), 'invalidate')
    await expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    store.inject(hang(), 'invalidate')
    await clock.advance(150)
    expect(store.calls('invalidate')).toHaveLength(2)
    const closing = cache.close()
    await clock.advance(STORE_TIMEOUT)
    await closing
    expect(clock.timers).toBe(0)
    await clock.advance(60_000)
    expect(store.calls('invalidate')).toHaveLength(3)
  })
})
