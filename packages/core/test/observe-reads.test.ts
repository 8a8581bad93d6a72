/** What an observer is told of reads, beside what the readers' own reports say. */
import { expect, jest, test } from '@jest/globals'
import { createReport, type ReadEnded, type ReadReport } from '@larder/core'
import { barrier, fail, hold } from '@larder/core/testing'
import { takeNotes } from './support/notes.ts'
import { productLoader } from './support/product-loader.ts'

const OUTCOMES = ['hits', 'stale', 'missing', 'joined', 'loaded', 'near'] as const

/** Zeros left out. */
function sum(reads: readonly (ReadEnded | ReadReport)[]): Record<string, number> {
  const sums: Record<string, number> = {}
  const add = (name: string, n: number) => {
    if (n > 0) sums[name] = (sums[name] ?? 0) + n
  }
  for (const read of reads) {
    for (const name of OUTCOMES) add(name, read[name])
    add('errors', typeof read.errors === 'number' ? read.errors : read.errors.length)
  }
  return sums
}

test('each outcome is told once for each key, as the reports say, with a report or without', async () => {
  const { cache, loader, clock, source } = productLoader({ missingTtl: '1m', validate: (id) => id !== '' })
  const notes = takeNotes(cache)
  const reports: ReadReport[] = []
  const read = (ids: string[], past?: 'fresh' | 'bypass') => {
    const report = createReport()
    reports.push(report)
    return loader.loadMany(ids, { report, past })
  }
  await read(['a', 'b', 'unknown'])
  await read(['a', 'a', 'unknown', ''])
  await clock.advance(10_000)
  await read(['a', 'b'])
  await clock.advance(0)
  await read(['a'], 'fresh')
  await read(['b', 'c'], 'bypass')
  const slow = barrier()
  source.inject(hold(slow))
  const first = read(['c'])
  await slow.arrived()
  const second = read(['c', 'a'])
  await clock.advance(0)
  slow.open()
  await Promise.all([first, second])
  await clock.advance(60_000)
  source.inject(fail())
  await read(['a', 'b'])
  await read(['a'])

  const told = sum(notes.read)
  expect(told).toEqual(sum(reports))
  expect(told).toEqual({ hits: 3, stale: 2, missing: 2, joined: 1, loaded: 7, errors: 3 })
  expect(new Set(notes.read.map(({ loader }) => loader))).toEqual(new Set(['product']))
  expect(notes.read.flatMap(({ errors }) => errors.map(({ name }) => name))).toEqual([
    'Error',
    'Error',
    'CoolingDownError',
  ])

  const before = notes.read.length
  source.heal()
  await clock.advance(60_000)
  await loader.load('a')
  expect(sum(notes.read.slice(before))).toEqual({ loaded: 1 })
})

test('what `cached` knows nothing of is absent, and what the near cache answers is told apart', async () => {
  const { cache, loader } = productLoader({}, { near: { ttl: '5s' } })
  await loader.loadMany(['a', 'b'])
  await loader.loadMany(['a', 'b'])
  const notes = takeNotes(cache)
  await loader.cachedMany(['a', 'c', 'd'])
  await loader.loadMany(['a', 'b'])
  expect(notes.read).toMatchObject([
    { hits: 1, near: 1, absent: 2 },
    { hits: 2, near: 2, absent: 0 },
  ])
})

test('what the caller no longer waits for is told when it ends', async () => {
  const { cache, loader, clock, source } = productLoader()
  const notes = takeNotes(cache)
  const slow = barrier()
  source.inject(hold(slow))
  const caller = new AbortController()
  const gaveUp = loader.load('a', { signal: caller.signal }).catch(() => {})
  await slow.arrived()
  caller.abort()
  await gaveUp
  expect(notes.read).toEqual([])
  slow.open()
  await clock.advance(0)
  expect(notes.read).toMatchObject([{ loaded: 1 }])
})

test('who has ended observing is told nothing more, and one that throws harms nobody', async () => {
  const { cache, loader } = productLoader()
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const notes = takeNotes(cache)
  const end = cache.observe({
    read() {
      throw new Error('mine')
    },
    loadBegins() {
      throw new Error('mine')
    },
  })
  const others = takeNotes(cache)
  expect(await loader.load('a')).toBe('old a')
  expect(others.read.length).toBe(1)
  notes.end()
  end()
  others.end()
  await loader.load('b')
  expect([notes.read.length, others.read.length]).toEqual([1, 1])
  expect(warn.mock.calls.map(([message]) => message)).toEqual([
    'The observer\'s "loadBegins" threw: mine',
    'The observer\'s "read" threw: mine',
  ])
  warn.mockRestore()
  expect(() => cache.observe(undefined as never)).toThrow('observe: observer: expected')
})
