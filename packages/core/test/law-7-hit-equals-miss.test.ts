import { describe, expect, test } from '@jest/globals'
import { loaderSpy } from '@larder/core/testing'
import fc from 'fast-check'
import { value } from './support/arbitrary-value.ts'
import { difference } from './support/difference.ts'
import { observedCache } from './support/observed-cache.ts'

/** Reads each value as a miss and as a hit, and compares both with what the source holds. */
async function expectKept(...values: readonly unknown[]) {
  const { cache, store, record } = kept
  const source = loaderSpy<number, unknown>(values.map((it, i) => [i, it]))
  const loader = cache.loader(`values ${++loaders}`, source.load, { maxValueBytes: Number.POSITIVE_INFINITY })
  const refused = record('unstorable')
  const ids = values.map((_, i) => i)
  const fills = store.calls('fill').length

  const misses = await loader.loadMany(ids)
  const hits = await loader.loadMany(ids)
  expect(misses.map((it, i) => difference(it, values[i]))).toEqual(values.map(() => undefined))
  expect(hits.map((it, i) => difference(it, values[i]))).toEqual(values.map(() => undefined))
  expect(source.calls.map((call) => call.ids)).toEqual([ids])
  expect(store.calls('fill').length).toBe(fills + 1)
  expect(refused).toEqual([])
}
const kept = observedCache()
let loaders = 0

describe('what comes from the cache is what came from the source', () => {
  test('law 7: for any nested value', async () => {
    const batch = fc.array(value, { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(batch, (values) => expectKept(...values)),
      { numRuns: 60 },
    )
  }, 60_000)

  test('law 7: 0, false, "", NaN and -0 are values', () => expectKept(0, false, '', Number.NaN, -0, 0n))

  test('law 7: undefined inside of a value stays, as a property and as an item', () =>
    expectKept({ a: undefined }, [undefined], [undefined, 1], new Map([[undefined, undefined]])))

  test('law 7: holes are no undefined', () => {
    const sparse = (length: number, items: object) => Object.assign(Array(length), items)
    return expectKept(sparse(1, {}), sparse(3, { 0: 1, 2: 3 }), sparse(1_000_000, { 999998: 'far' }), {
      list: sparse(2, { 1: undefined }),
    })
  })

  test('law 7: dates keep their milliseconds, invalid ones stay invalid', () =>
    expectKept(new Date(1), new Date(-8.64e15), [new Date(Number.NaN)]))

  test('law 7: Maps and Sets keep their order, and keys of any type', () =>
    expectKept(
      new Map<unknown, unknown>([
        [{ a: 1 }, 1],
        [Number.NaN, 2],
        ['1', 3],
        [1, 4],
        [new Date(0), 5],
      ]),
      new Set<unknown>([3, 1, '1', [1], new Set([1n])]),
    ))

  test('law 7: a Buffer stays a Buffer, and a Uint8Array a Uint8Array', () =>
    expectKept(Buffer.from('abc'), Uint8Array.from([1, 2]), { of: [Buffer.alloc(0), new Uint8Array(0)] }))

  test('law 7: an object without a prototype stays without', () =>
    expectKept(Object.create(null), { inside: Object.assign(Object.create(null), { a: 1 }) }))

  test('law 7: properties named like parts of an object are properties', () =>
    expectKept(
      {
        constructor: 'a',
        toJSON: 1,
        toString: null,
        valueOf: [],
        hasOwnProperty: true,
        length: 3,
      },
      JSON.parse('{"nested":{"prototype":{"isAdmin":true}}}'),
      Object.assign(Object.create(null), { constructor: 1, toJSON: 2 }),
    ))

  test('law 7: strings keep each code unit', () =>
    expectKept(
      '\ud800',
      { '\udc00': '\udfff\ud800' },
      [new Date(0), '\ud83d'],
      '\u2028</script>\u0000',
      '\\ud800',
    ))

  test('law 7: a cycle comes back as a cycle, a repeated part as equal parts', async () => {
    const parent: Record<string, unknown> = { name: 'parent' }
    parent.child = { parent, siblings: new Set([parent]) }
    const part = { a: [1] }
    await expectKept(parent, [part, part], new Map([[part, part]]), { date: new Date(0), part, again: part })
  })

  test('law 7: 400 levels deep', () => {
    const nest = (inner: unknown) => Array.from({ length: 400 }).reduce((level) => ({ level }), inner)
    return expectKept(nest(1), nest(new Date(0)))
  })

  test('law 7: long texts, long lists, and a megabyte of bytes', () =>
    expectKept(
      'é😀'.repeat(100_000),
      Array.from({ length: 20_000 }, (_, i) => i),
      Buffer.alloc(1_000_000, 'x'),
    ))

  test('law 7: a value in which every level refers twice to the next is not written out 2⁶⁰ times', async () => {
    const { cache, store } = observedCache()
    const levels = Array.from({ length: 60 })
    const pairs = levels.reduce<unknown>((next) => ({ left: next, right: next }), 'leaf')
    const loader = cache.loader('value', async (ids: readonly string[]) => ids.map(() => pairs as Pair))

    for (const _ of ['miss', 'hit']) {
      const read = (await loader.load('1')) as Pair
      expect(levels.reduce<unknown>((pair, _, i) => (pair as Pair)[i % 2 ? 'left' : 'right'], read)).toBe(
        'leaf',
      )
    }
    expect(store.calls('fill').length).toBe(1)
  })
})

interface Pair {
  readonly left: unknown
  readonly right: unknown
}

describe('what is missing', () => {
  test('law 7: null and undefined are missing: null, from the source and from the store', async () => {
    const { cache, record } = observedCache()
    const loads = record('load')
    const loader = cache.loader('value', async (ids: readonly string[]) =>
      ids.map((id) => (id === 'a' ? null : undefined)),
    )

    expect(await loader.loadMany(['a', 'b'])).toEqual([null, null])
    expect(await loader.loadMany(['a', 'b'])).toEqual([null, null])
    expect(loads).toEqual([expect.objectContaining({ ids: ['a', 'b'], found: 0, missing: 2, failed: 0 })])
  })
})
