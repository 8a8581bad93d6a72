import { describe, expect, test } from '@jest/globals'
import { type LoaderPolicy, OptionError, UnstorableValueError } from '@larder/core'
import { productLoader } from './support/product-loader.ts'

const KEY = 'shop:{product//a}:v1'

/** A loader of one value, read twice. */
async function readTwice(value: string, policy: Omit<LoaderPolicy<string, string>, 'scope' | 'unscoped'>) {
  const made = productLoader(policy)
  const reports = made.record('unstorable')
  made.source.rows.set('a', value)
  const values = [await made.loader.load('a'), await made.loader.load('a')]
  return { ...made, values, reports, loads: made.source.calls.length }
}

describe('a value that takes more than maxValueBytes', () => {
  test('law 7: is served and not stored, and reported once, with its bytes and the option', async () => {
    const { values, loads, reports, store } = await readTwice('x'.repeat(9), { maxValueBytes: 10 })

    expect(values).toEqual(['x'.repeat(9), 'x'.repeat(9)])
    expect(loads).toBe(2)
    expect(reports).toEqual([
      { loader: 'product', path: 'it', reason: 'takes 11 bytes, more than the 10 of maxValueBytes' },
    ])
    expect(await store.readMany([KEY])).toEqual([undefined])
  })

  test('law 7: is decoded and frozen, as every value is', async () => {
    const { cache } = productLoader()
    const value = { text: 'x'.repeat(9) }
    const loader = cache.loader('value', async (ids: readonly string[]) => ids.map(() => value), {
      maxValueBytes: 10,
    })
    const loaded = await loader.load('1')

    expect(loaded).toEqual(value)
    expect(loaded).not.toBe(value)
    expect(Object.isFrozen(loaded)).toBe(true)
  })

  test.each([
    ['é'.repeat(4), 10, 1],
    ['é'.repeat(4), 9, 2],
    ['x'.repeat(8), 10, 1],
    ['𝄞'.repeat(2), 10, 1],
    ['𝄞'.repeat(2), 9, 2],
  ])('%j, with maxValueBytes of %d, is loaded %d times: bytes are those of UTF-8', async (...row) => {
    const [value, maxValueBytes, loads] = row
    expect((await readTwice(value, { maxValueBytes })).loads).toBe(loads)
  })

  test.each([
    ['by default', {}, 1024 * 1024 - 2, 1],
    ['by default', {}, 1024 * 1024 - 1, 2],
    ['with Infinity', { maxValueBytes: Number.POSITIVE_INFINITY }, 1024 * 1024, 1],
    ['whose ttl is 0', { ttl: 0 }, 1024 * 1024, 2],
  ] as const)('%s (%o), of %d characters, is loaded %d times', async (_, policy, length, loads) => {
    const { reports, ...read } = await readTwice('x'.repeat(length), policy)
    expect(read.loads).toBe(loads)
    expect(reports.length).toBe(loads === 2 && !('ttl' in policy) ? 1 : 0)
  })

  test('cannot be primed: that invalidates, and rejects with the bytes and the option', async () => {
    const { loader, store, source } = productLoader({ maxValueBytes: 10 })
    await loader.load('a')
    const primed = loader.prime('a', 'x'.repeat(9))

    await expect(primed).rejects.toBeInstanceOf(UnstorableValueError)
    await expect(primed).rejects.toThrow(/it takes 11 bytes, more than the 10 of maxValueBytes\. Raise/)
    expect(await store.readMany([KEY])).toEqual([undefined])
    await loader.load('a')
    expect(source.calls.length).toBe(2)
  })

  test.each([0, -1, 1.5, Number.NaN, '1MB'])('the option cannot be %p', (maxValueBytes) => {
    expect(() => productLoader({ maxValueBytes: maxValueBytes as number })).toThrow(OptionError)
  })
})
