/** What an observer is told of loads: who asks for what they bring, and in which context they run. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from '@jest/globals'
import { barrier, hold } from '@larder/core/testing'
import { takeNotes } from './support/notes.ts'
import { productLoader } from './support/product-loader.ts'

test('a load begins with the flights that were asked for, and ends as the event of its number', async () => {
  const { cache, loader, record } = productLoader()
  const notes = takeNotes(cache)
  const ends = record('load')
  await loader.loadMany(['a', 'b', 'unknown'])
  expect(notes.asks.length).toBe(3)
  expect(notes.loadBegins).toEqual([
    {
      loader: 'product',
      load: ends[0]?.load,
      ids: 3,
      background: false,
      flights: notes.asks.map(({ flight }) => flight),
    },
  ])
  expect(ends).toMatchObject([{ found: 2, missing: 1 }])
  for (const { flight } of notes.asks) expect(Reflect.ownKeys(flight)).toEqual([])
})

test('who joins asks for the same flight, in the context of its own', async () => {
  const { cache, loader, clock, source } = productLoader()
  const reader = new AsyncLocalStorage<string>()
  const asked: [who: string | undefined, flight: object][] = []
  cache.observe({ asks: ({ flight }) => void asked.push([reader.getStore(), flight]) })
  const slow = barrier()
  source.inject(hold(slow))
  const reads = ['first', 'second', 'third'].map((who) => reader.run(who, () => loader.load('a')))
  await slow.arrived()
  reads.push(reader.run('late', () => loader.load('a')))
  await clock.advance(0)
  slow.open()
  await Promise.all(reads)
  expect(asked.map(([who]) => who)).toEqual(['first', 'second', 'third', 'late'])
  expect(new Set(asked.map(([, flight]) => flight)).size).toBe(1)
  expect(source.calls.length).toBe(1)
})

test('a refresh is asked for by who was served what is stale, and warming by nobody', async () => {
  const { cache, loader, clock } = productLoader()
  await loader.loadMany(['a', 'b'])
  await clock.advance(10_000)
  const reader = new AsyncLocalStorage<string>()
  const asked: [who: string | undefined, flight: object][] = []
  const notes = takeNotes(cache)
  cache.observe({ asks: ({ flight }) => void asked.push([reader.getStore(), flight]) })
  await Promise.all([
    reader.run('first', () => loader.loadMany(['a'])),
    reader.run('second', () => loader.loadMany(['a', 'b'])),
  ])
  await clock.advance(0)
  expect(asked.map(([who]) => who)).toEqual(['first', 'second', 'second'])
  const flights = new Set(asked.map(([, flight]) => flight))
  expect(flights.size).toBe(2)
  expect(notes.loadBegins).toMatchObject([{ ids: 2, background: true, flights: [...flights] }])

  await loader.warm(['c'])
  expect(notes.loadBegins[1]).toMatchObject({ ids: 1, background: true, flights: [] })
})

test('a load runs in the context of createCache, within what each observer has put around it', async () => {
  const request = new AsyncLocalStorage<string>()
  const around = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const { cache, loader, source } = productLoader()
  source.inject((execute) => {
    seen.push([request.getStore(), around.getStore()])
    return execute()
  })
  for (const who of ['inner', 'outer'])
    cache.observe({
      loadBegins: () => (load) => around.run(`${around.getStore() ?? ''}/${who}`, load),
    })
  expect(await request.run('of the reader', () => loader.load('a'))).toBe('old a')
  expect(seen).toEqual([[undefined, '/outer/inner']])
})

test('a load runs once, though an observer runs it twice, not at all, or throws', async () => {
  const { cache, loader, source } = productLoader()
  cache.observe({
    loadBegins: () => (load) => {
      load()
      return load()
    },
  })
  cache.observe({ loadBegins: () => () => {} })
  cache.observe({
    loadBegins: () => () => {
      throw new Error('mine')
    },
  })
  expect(await loader.load('a')).toBe('old a')
  expect(source.calls.length).toBe(1)
})
