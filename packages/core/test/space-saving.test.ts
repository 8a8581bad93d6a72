import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { SpaceSaving } from '../src/warm/space-saving.ts'

const SIZE = 4
const keys = fc.array(fc.integer({ min: 0, max: 9 }).map(String), { maxLength: 200 })

/** How often each key occurs, as counted and in truth. */
function count(stream: readonly string[]) {
  const counters = new SpaceSaving<string>(SIZE)
  const truth = new Map<string, number>()
  for (const key of stream) {
    counters.count(key, () => key)
    truth.set(key, (truth.get(key) ?? 0) + 1)
  }
  return { counters, counted: [...counters.list()], truth }
}

test('no count is too small, and none is too large by more than n / size', () => {
  fc.assert(
    fc.property(keys, (stream) => {
      const { counted, truth } = count(stream)
      for (const { item, count } of counted) {
        expect(count).toBeGreaterThanOrEqual(truth.get(item) as number)
        expect(count).toBeLessThanOrEqual((truth.get(item) as number) + stream.length / SIZE)
      }
    }),
  )
})

test('every key that occurs more often than n / size has a counter, and there are at most so many', () => {
  fc.assert(
    fc.property(keys, (stream) => {
      const { counted, truth } = count(stream)
      expect(counted.length).toBe(Math.min(SIZE, truth.size))
      expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(stream.length)
      const frequent = [...truth].filter(([, count]) => count > stream.length / SIZE).map(([key]) => key)
      expect(counted.map(({ item }) => item)).toEqual(expect.arrayContaining(frequent))
    }),
  )
})

test('the most frequent come first, whatever was halved in between', () => {
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 4 }), (streams) => {
      const counters = new SpaceSaving<string>(SIZE)
      for (const stream of streams) {
        for (const key of stream) counters.count(key, () => key)
        const counts = counters.list().map(({ count }) => count)
        expect(counts).toEqual([...counts].sort((a, b) => b - a))
        counters.halve()
      }
    }),
  )

  const { counted } = count(['a', 'b', 'b', 'c', 'c', 'c'])
  expect(counted.map(({ item, count }) => [item, count])).toEqual([
    ['c', 3],
    ['b', 2],
    ['a', 1],
  ])
})

test('halved, counts go on being exact where there is room, and what counts nothing goes', () => {
  const { counters } = count(['a', 'b', 'b', 'c', 'c', 'c', 'c'])
  counters.halve()
  counters.count('b', () => 'b')
  counters.count('d', () => 'd')
  counters.count('e', () => 'e')
  expect(counters.list().map(({ item, count }) => [item, count])).toEqual([
    ['c', 2],
    ['b', 2],
    ['d', 1],
    ['e', 1],
  ])
  for (let i = 0; i < 2; i++) counters.halve()
  expect(counters.list()).toEqual([])
  counters.count('a', () => 'a')
  expect(counters.list().map(({ count }) => count)).toEqual([1])
})
