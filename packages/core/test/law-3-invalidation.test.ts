import { describe, expect, test } from '@jest/globals'
import { createCache, createReport, InvalidationPendingError, InvalidKeyError } from '@larder/core'
import { barrier, fail, hold, holdReply, sampleEntry } from '@larder/core/testing'
import { fleet, keyOf, STORE_TIMEOUT } from './support/fleet.ts'
import { withoutBus, withoutLeases } from './support/parts.ts'

describe('an invalidation takes effect in its own process at once', () => {
  test('law 3: a read that begins while the command is on its way waits for it, and gets the new row', async () => {
    const { clock, source, put, join } = fleet()
    const { rows, store } = join()
    put('1', 1)
    await rows.load('1')
    put('1', 2)
    const way = barrier()
    store.inject(hold(way), 'invalidate')

    const invalidating = rows.invalidate('1')
    const reading = rows.load('1')
    await clock.advance(STORE_TIMEOUT - 1)
    expect(store.calls('readMany')).toHaveLength(1)
    way.open()
    expect(await reading).toEqual({ id: '1', n: 2 })
    await invalidating
    expect(source.countOf('1')).toBe(2)
  })

  test('law 3: a read that begins while an older load runs neither gets its row nor waits for it', async () => {
    const { source, put, join } = fleet()
    const { rows } = join()
    put('1', 1)
    const answer = barrier()
    source.inject(holdReply(answer))
    const before = rows.load('1')
    await answer.arrived()
    put('1', 2)
    source.heal()

    const invalidating = rows.invalidate('1')
    expect(await rows.load('1')).toEqual({ id: '1', n: 2 })
    await invalidating
    answer.open()
    expect(await before).toEqual({ id: '1', n: 1 })
    expect(await rows.load('1')).toEqual({ id: '1', n: 2 })
    expect(source.countOf('1')).toBe(2)
  })

  test('law 3: keys that are not invalidated are read meanwhile', async () => {
    const { clock, put, join } = fleet()
    const { rows, store } = join()
    put('2', 1)
    store.inject(hold(barrier()), 'invalidate')
    const invalidating = expect(rows.invalidate('1')).rejects.toThrow(InvalidationPendingError)
    expect(await rows.load('2')).toEqual({ id: '2', n: 1 })
    await clock.advance(STORE_TIMEOUT)
    await invalidating
  })
})

describe('an invalidation reaches every process', () => {
  for (const [name, store] of [
    ['', undefined],
    [', every message of the bus lost', withoutBus],
  ] as const) {
    test(`law 3: a load that runs elsewhere is not written${name}`, async () => {
      const { clock, source, put, join } = fleet()
      const [a, b] = [join({ ...(store && { store }) }), join({ ...(store && { store }) })]
      const refused = a.events('fill-refused')
      put('1', 1)
      const answer = barrier()
      source.inject(holdReply(answer))
      const before = a.rows.load('1')
      await clock.advance(0)
      put('1', 2)
      await b.rows.invalidate('1')
      const after = a.rows.load('1')
      answer.open()

      expect(await before).toEqual({ id: '1', n: 1 })
      expect(await after).toEqual({ id: '1', n: 2 })
      expect(refused).toEqual([{ loader: 'row', id: '1' }])
      expect(await b.rows.load('1')).toEqual({ id: '1', n: 2 })
      expect(source.countOf('1')).toBe(2)
    })
  }

  test('law 3: who reads after it was heard of does not wait for the load that it made useless', async () => {
    const { source, put, join } = fleet()
    const [a, b] = [join(), join()]
    put('1', 1)
    const answer = barrier()
    source.inject(holdReply(answer))
    const before = a.rows.load('1')
    await answer.arrived()
    put('1', 2)
    source.heal()
    await b.rows.invalidate('1')
    expect(await a.rows.load('1')).toEqual({ id: '1', n: 2 })
    answer.open()
    expect(await before).toEqual({ id: '1', n: 1 })
  })

  test('law 3: it deletes the versions from the oldest that is known to the one after its own', async () => {
    const { memory, join } = fleet()
    const cases = [
      { loader: { version: 1 }, gone: [1, 2] },
      { loader: { version: 3 }, gone: [2, 3, 4] },
      { loader: { version: 4, upgrade: { 2: () => ({ id: '1', n: 0 }) } }, gone: [2, 3, 4, 5] },
    ]
    const versions = [1, 2, 3, 4, 5, 6]
    for (const { loader, gone } of cases) {
      await memory.writeMany(versions.map((version) => sampleEntry(keyOf('1', version), 'stamp-16-letters')))
      await join({ loader }).rows.invalidate('1')
      const left = await memory.readMany(versions.map((version) => keyOf('1', version)))
      expect(versions.filter((_, i) => left[i] === undefined)).toEqual(gone)
    }
  })

  test('law 3: many keys go out 1,000 to a command, each of them once', async () => {
    const { join } = fleet()
    const { rows, store, events } = join()
    const invalidated = events('invalidated')
    const ids = Array.from({ length: 2_500 }, (_, i) => String(i))
    await rows.invalidateMany([...ids, ...ids])
    const commands = store.calls('invalidate')
    expect(commands.map((leases) => leases.length)).toEqual([1_000, 1_000, 500])
    expect(new Set(commands.flat()).size).toBe(2_500)
    expect(invalidated.flatMap((event) => event.ids)).toEqual(ids)
  })

  test('law 3: where one ID is no key, nothing is invalidated', async () => {
    const { memory, put, join } = fleet()
    const { rows, store } = join()
    put('1', 1)
    await rows.load('1')
    await expect(rows.invalidateMany(['1', Number.NaN as never])).rejects.toThrow(InvalidKeyError)
    expect(store.calls('invalidate')).toEqual([])
    expect(await memory.readMany([keyOf('1')])).not.toEqual([undefined])
  })
})

describe('a prime', () => {
  test('law 3: is what is read from then on, without a load', async () => {
    const { source, put, join } = fleet()
    const [a, b] = [join(), join()]
    put('1', 1)
    await a.rows.load('1')
    await b.rows.prime('1', { id: '1', n: 2 })
    const report = createReport()
    expect(await a.rows.load('1', { report })).toEqual({ id: '1', n: 2 })
    expect(report.hits).toBe(1)
    expect(source.countOf('1')).toBe(1)
  })

  test('law 3: of null is a row that is known to be missing', async () => {
    const { source, put, join } = fleet()
    const { rows, events } = join()
    const invalidated = events('invalidated')
    put('1', 1)
    await rows.load('1')
    await rows.prime('1', null)
    const report = createReport()
    expect(await rows.load('1', { report })).toBeNull()
    expect(report.missing).toBe(1)
    expect(source.countOf('1')).toBe(1)
    expect(invalidated).toEqual([{ loader: 'row', ids: ['1'], primed: true }])
  })

  test('law 3: fences a load that runs meanwhile, here and elsewhere', async () => {
    for (const here of [true, false]) {
      const { clock, source, put, join } = fleet()
      const a = join({ store: withoutBus })
      const b = here ? a : join({ store: withoutBus })
      const refused = a.events('fill-refused')
      put('1', 1)
      const answer = barrier()
      source.inject(holdReply(answer))
      const before = a.rows.load('1')
      await clock.advance(0)
      await b.rows.prime('1', { id: '1', n: 2 })
      const after = a.rows.load('1')
      answer.open()
      expect(await before).toEqual({ id: '1', n: 1 })
      expect(await after).toEqual({ id: '1', n: 2 })
      expect(refused).toHaveLength(1)
      expect(await a.rows.load('1')).toEqual({ id: '1', n: 2 })
      expect(source.countOf('1')).toBe(1)
    }
  })

  test('law 3: that is undelivered is tried again as an invalidation', async () => {
    const { clock, memory, put, join } = fleet()
    const { rows, store, events } = join()
    const invalidated = events('invalidated')
    put('1', 1)
    await rows.load('1')
    store.inject(fail(), 'prime')
    await expect(rows.prime('1', { id: '1', n: 2 })).rejects.toThrow(InvalidationPendingError)
    put('1', 3)
    expect(await rows.load('1')).toEqual({ id: '1', n: 3 })
    await clock.advance(1_000)
    expect(store.calls('prime')).toHaveLength(1)
    expect(invalidated).toEqual([{ loader: 'row', ids: ['1'], primed: false }])
    expect(await memory.readMany([keyOf('1')])).toEqual([undefined])
  })
})

test('law 3: on a store without leases, an invalidation of this process is obeyed by it', async () => {
  const { clock, source, put, memory } = fleet()
  const cache = createCache({ namespace: 'shop', store: withoutLeases(memory), clock })
  const rows = cache.loader('row', source.load)
  put('1', 1)
  const answer = barrier()
  source.inject(holdReply(answer))
  const before = rows.load('1')
  await clock.advance(0)
  put('1', 2)
  await rows.invalidate('1')
  source.heal()
  answer.open()
  await before
  await clock.advance(0)
  expect(await rows.load('1')).toEqual({ id: '1', n: 2 })
})
