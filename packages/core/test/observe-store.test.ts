/** What an observer is told of the store: its commands, and the entries that it has accepted. */
import { expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { barrier, fail, hang, holdReply, manualClock } from '@larder/core/testing'
import { takeNotes } from './support/notes.ts'
import { partedStore } from './support/parted-store.ts'
import { productLoader } from './support/product-loader.ts'
import { releases } from './support/versions.ts'

test('a command is told when it ends, with the time that it took and why it failed', async () => {
  const { cache, loader, clock, store } = productLoader({}, { storeTimeout: '250ms' })
  const notes = takeNotes(cache)
  const slow = barrier()
  store.inject(holdReply(slow), 'readMany')
  const read = loader.load('a')
  await slow.arrived()
  await clock.advance(40)
  expect(notes.command).toEqual([])
  slow.open()
  await read
  await clock.advance(0)
  expect(notes.command).toEqual([
    { operation: 'read', ms: 40 },
    { operation: 'acquire leases', ms: 0 },
    { operation: 'fill', ms: 0 },
  ])

  store.inject(hang(), 'readMany')
  const late = loader.load('a')
  await clock.advance(250)
  await late
  expect(notes.command[3]).toEqual({
    operation: 'read',
    ms: 250,
    error: expect.objectContaining({ code: 'LARDER_DEADLINE' }),
  })
})

test('what an open circuit refuses is no command', async () => {
  const { cache, loader, store } = productLoader()
  const notes = takeNotes(cache)
  store.inject(fail(), 'readMany')
  for (let i = 0; i < 8; i++) await loader.load('a')
  const sent = store.calls('readMany').length
  expect(notes.command.filter(({ operation }) => operation === 'read').length).toBe(sent)
})

test('a store of parts is told by part', async () => {
  const clock = manualClock()
  const parts = { a: memoryStore({ clock }), b: memoryStore({ clock }) }
  const { cache, loader } = productLoader({}, { clock, store: partedStore(parts) })
  const notes = takeNotes(cache)
  await loader.loadMany(['a', 'b'])
  await clock.advance(0)
  const told = notes.command.map(({ operation, part }) => `${operation} ${part}`)
  expect(told.sort()).toEqual(
    ['acquire leases a', 'acquire leases b', 'fill a', 'fill b', 'read a', 'read b'].sort(),
  )
})

test('an entry is told with the bytes of what lies in the store; what was refused is not', async () => {
  const memory = memoryStore({ clock: manualClock() })
  const { cache, loader, clock, source } = productLoader({}, { store: memory })
  const notes = takeNotes(cache)
  source.rows.set('a', 'élan ✓')
  await loader.loadMany(['a', 'unknown'])
  await clock.advance(0)
  await loader.prime('b', 'blue')
  const keys = ['a', 'unknown', 'b'].map((id) => `shop:{product//${id}}:v1`)
  const stored = (await memory.readMany(keys)) as string[]
  expect(notes.written).toEqual(
    ['fill', 'fill', 'prime'].map((operation, i) => ({
      loader: 'product',
      operation,
      bytes: Buffer.byteLength(stored[i] as string),
    })),
  )

  const slow = barrier()
  source.inject(async (execute) => {
    await slow.pass()
    return execute()
  })
  const read = loader.load('c')
  await slow.arrived()
  await loader.invalidate('c')
  slow.open()
  await read
  await clock.advance(0)
  expect(notes.written.length).toBe(3)
})

test('an older version that was converted and stored is told, too', async () => {
  const { release, clock } = releases()
  await release(1).loader.load('a')
  const { cache, loader } = release(2, [1])
  const notes = takeNotes(cache)
  await loader.load('a')
  await clock.advance(0)
  expect(notes.written).toEqual([{ loader: 'product', operation: 'promote', bytes: expect.any(Number) }])
})
