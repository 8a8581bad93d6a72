/** What processes that keep more or fewer keys, and records that nobody has counted, do to the record. */
import { expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { manualClock } from '@larder/core/testing'
import { Emitter } from '../src/events/events.ts'
import { Observers } from '../src/observe/observers.ts'
import { StoreGate } from '../src/store/store-gate.ts'
import { HotRecord } from '../src/warm/hot-record.ts'

const HOUR = 3_600_000

function record() {
  const clock = manualClock()
  const store = memoryStore({ clock })
  const events = new Emitter()
  const corrupt: unknown[] = []
  events.on('hot-keys-corrupt', (event) => corrupt.push(event))
  const gate = new StoreGate(store, 250, clock, { events, observers: new Observers() })
  const hot = new HotRecord('shop', gate, clock, events)
  const merge = (ids: readonly string[], reads: number, most: number) =>
    hot.merge(
      ids.map((id) => ({ loader: 'product', scope: undefined, id, reads })),
      most,
    )
  /** What lies in the store, with other lines. */
  const plant = async (lines: unknown) => {
    await merge(['a'], 16, 1)
    const [text = ''] = await store.readMany(['shop:hot'])
    const body = JSON.stringify(lines)
    const [, times] = /^LRD1.{16}p\d+(,.*),\d+,\n/.exec(text) ?? []
    await store.writeMany([
      { key: 'shop:hot', before: text.slice(0, 21), after: `${times},${body.length},\n${body}`, life: HOUR },
    ])
  }
  const ids = async () => (await hot.read()).map(({ id }) => id)
  return { clock, store, corrupt, merge, plant, ids }
}

test('a process that keeps fewer keys leaves those of one that keeps more', async () => {
  const { merge, ids } = record()
  const many = Array.from({ length: 100 }, (_, i) => `${i}`)
  await merge(many, 160, 1_000)
  await merge(['x'], 320, 3)

  expect((await ids()).length).toBe(100)
  expect((await ids())[0]).toBe('x')
})

test('they go when less than one read of them is left', async () => {
  const { merge, ids, clock } = record()
  await merge(['a', 'b'], 16, 1_000)
  await clock.advance(4 * HOUR)
  await merge(['x'], 16, 1)
  expect((await ids()).length).toBe(2)
  await clock.advance(HOUR)
  await merge(['x'], 16, 1)
  expect(await ids()).toEqual(['x'])
})

test('a record with counts that nobody can have reached counts as nothing, and is overwritten', async () => {
  for (const reads of [1e300, 2 ** 40 + 1, -1, null]) {
    const { merge, plant, ids, corrupt } = record()
    await plant([
      ['plain', '["product","real"]', 160],
      ['plain', '["product","made up"]', reads],
    ])
    expect(await ids()).toEqual([])
    expect(corrupt.length).toBe(1)
    await merge(['b'], 16, 1)
    expect(await ids()).toEqual(['b'])
  }
})

test('one of more keys than any cache may count is cut to as many', async () => {
  const { merge, plant, ids } = record()
  await plant(Array.from({ length: 10_500 }, (_, i) => ['plain', `["product","${i}"]`, 160]))
  await merge(['b'], 320, 5)
  expect((await ids()).length).toBe(10_000)
})
