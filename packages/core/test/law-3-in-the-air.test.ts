import { describe, expect, test } from '@jest/globals'
import { createReport } from '@larder/core'
import { barrier, dropReply, type Fault, hang, hold, holdReply, times } from '@larder/core/testing'
import { fleet, keyOf, STORE_TIMEOUT } from './support/fleet.ts'
import { withoutBus, withoutLeases } from './support/parts.ts'

/** Executes, and never answers. */
const loseReply: Fault = (execute) => {
  void execute()
  return new Promise(() => {})
}

describe('what is on its way when an invalidation lands', () => {
  test('law 3: a refresh is refused', async () => {
    const { clock, source, put, join } = fleet()
    const a = join({ store: withoutBus, loader: { ttl: '1s', grace: '1h', early: { beta: 0 }, jitter: 0 } })
    const b = join({ store: withoutBus })
    const refused = a.events('fill-refused')
    put('1', 1)
    await a.rows.load('1')
    await clock.advance(2_000)
    const answer = barrier()
    source.inject(holdReply(answer))
    const report = createReport()
    await a.rows.load('1', { report })
    expect(report.stale).toBe(1)
    await clock.advance(0)
    expect(source.countOf('1')).toBe(2)
    put('1', 2)
    await b.rows.invalidate('1')
    answer.open()
    await clock.advance(0)
    expect(refused).toEqual([{ loader: 'row', id: '1' }])
    expect(await a.rows.load('1')).toEqual({ id: '1', n: 2 })
  })

  test('law 3: a promotion is not written', async () => {
    const { clock, memory, put, join } = fleet()
    const old = join()
    const upgrade = { 1: (row: { id: string; n: number }) => row }
    const next = join({ store: withoutBus, loader: { version: 2, upgrade } })
    const upgraded = next.events('upgraded')
    put('1', 1)
    await old.rows.load('1')
    const way = barrier()
    next.store.inject(hold(way), 'promote')
    expect(await next.rows.load('1')).toEqual({ id: '1', n: 1 })
    put('1', 2)
    await old.rows.invalidate('1')
    await old.rows.load('1')
    way.open()
    await clock.advance(0)
    expect(upgraded).toEqual([{ loader: 'row', id: '1', from: 1, written: false }])
    expect(await memory.readMany([keyOf('1', 2)])).toEqual([undefined])
    expect(await next.rows.load('1')).toEqual({ id: '1', n: 2 })
  })

  test('law 3: a fill of this process is held back until the invalidation has landed', async () => {
    for (const store of [withoutBus, withoutLeases]) {
      const { clock, source, put, join } = fleet()
      const a = join({ store })
      const command = a.store.leases ? 'invalidate' : 'deleteMany'
      put('1', 1)
      const [answer, way] = [barrier(), barrier()]
      source.inject(holdReply(answer))
      const before = a.rows.load('1')
      await clock.advance(0)
      put('1', 2)
      a.store.inject(hold(way), command)
      const invalidating = a.rows.invalidate('1')
      answer.open()
      await before
      await clock.advance(0)
      expect([...a.store.calls('fill'), ...a.store.calls('writeMany')]).toEqual([])
      way.open()
      await invalidating
      expect(await a.rows.load('1')).toEqual({ id: '1', n: 2 })
    }
  })

  test('law 3: a write that the store has not answered is followed, not preceded, by the delete', async () => {
    const { clock, memory, put, join } = fleet()
    const { rows, store } = join({ store: withoutLeases })
    put('1', 1)
    const way = barrier()
    store.inject(hold(way), 'writeMany')
    await rows.load('1')
    put('1', 2)
    const invalidating = rows.invalidate('1')
    await clock.advance(0)
    expect(store.calls('deleteMany')).toEqual([])
    way.open()
    await invalidating
    expect(await memory.readMany([keyOf('1')])).toEqual([undefined])
  })
})

describe('a fill whose answer does not come', () => {
  test('law 3: gives those who began the load their row at once; those who joined it read again', async () => {
    for (const [fault, loads] of [
      [loseReply, 1],
      [hang(), 2],
    ] as const) {
      const { clock, source, put, join } = fleet()
      const { rows, store } = join({ loader: { timeout: 100, waitTimeout: 5_000 } })
      put('1', 1)
      const answer = barrier()
      source.inject(holdReply(answer))
      store.inject(fault, 'fill')
      const began = rows.load('1')
      await clock.advance(0)
      const report = createReport()
      let landed = false
      const joined = rows.load('1', { report }).finally(() => {
        landed = true
      })
      await clock.advance(0)
      source.heal()
      answer.open()
      expect(await began).toEqual({ id: '1', n: 1 })

      store.heal()
      await clock.advance(STORE_TIMEOUT - 1)
      expect(landed).toBe(false)
      await clock.advance(2_000)
      expect(await joined).toEqual({ id: '1', n: 1 })
      expect(source.countOf('1')).toBe(loads)
      expect(report).toMatchObject(loads === 1 ? { hits: 1 } : { loaded: 1 })
    }
  })

  test('law 3: may have been refused: who joined does not get the older row', async () => {
    const { clock, source, put, join } = fleet()
    const [a, b] = [join({ store: withoutBus }), join({ store: withoutBus })]
    put('1', 1)
    const answer = barrier()
    source.inject(holdReply(answer))
    a.store.inject(times(1, dropReply()), 'fill')
    const began = a.rows.load('1')
    await clock.advance(0)
    put('1', 2)
    await b.rows.invalidate('1')
    const joined = a.rows.load('1')
    await clock.advance(0)
    source.heal()
    answer.open()
    expect(await began).toEqual({ id: '1', n: 1 })
    await clock.advance(1_000)
    expect(await joined).toEqual({ id: '1', n: 2 })
  })
})
