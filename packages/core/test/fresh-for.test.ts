import { expect, test } from '@jest/globals'
import { createReport } from '@larder/core'
import { productLoader } from './support/product-loader.ts'
import { releases } from './support/versions.ts'

/** For how long the answer of one read stays fresh. */
async function freshFor(it: ReturnType<typeof productLoader>, ids: readonly string[]): Promise<number> {
  const report = createReport()
  await it.loader.loadMany(ids, { report })
  return report.freshFor
}

test('what was loaded stays fresh for its ttl, and then for what is left of it; stale for no time', async () => {
  const it = productLoader({ early: { beta: 0 } })
  expect(createReport().freshFor).toBe(Number.POSITIVE_INFINITY)
  expect(await freshFor(it, ['a'])).toBe(10_000)
  await it.clock.advance(3_000)
  expect(await freshFor(it, ['a'])).toBe(7_000)
  expect(await freshFor(it, ['a', 'b'])).toBe(7_000)
  await it.clock.advance(8_000)
  expect(await freshFor(it, ['b', 'a'])).toBe(0)
})

test('missing stays so for missingTtl, and what is near for as long as what is not', async () => {
  const it = productLoader({ missingTtl: '5s', early: { beta: 0 } }, { near: {} })
  expect(await freshFor(it, ['none'])).toBe(5_000)
  await freshFor(it, ['none'])
  await it.clock.advance(1_000)
  expect(await freshFor(it, ['none'])).toBe(4_000)
})

test.each([
  ['its ttl is 0', { ttl: 0 }],
  ['it is too large', { maxValueBytes: 1 }],
  ['it is missing, and missingTtl is 0', { missingTtl: 0 }],
])('what is not stored, since %s, is fresh for no time', async (_, policy) => {
  expect(await freshFor(productLoader(policy), ['missingTtl' in policy ? 'none' : 'a'])).toBe(0)
})

test('what was read past the cache is fresh for no time if it is not stored, and for its ttl if it is', async () => {
  const it = productLoader()
  for (const [past, expected] of [
    ['bypass', 0],
    ['fresh', 10_000],
  ] as const) {
    const report = createReport()
    await it.loader.load('a', { report, past })
    expect([past, report.freshFor]).toEqual([past, expected])
  }
})

test('an older version’s entry has left what it had', async () => {
  const { release, clock } = releases()
  await release(1).loader.load('a')
  await clock.advance(4_000)
  const report = createReport()
  await release(2, [1]).loader.load('a', { report })
  expect(report.freshFor).toBe(6_000)
})

test('errors do not count', async () => {
  const it = productLoader()
  it.source.inject(async () => {
    throw new Error('down')
  })
  expect(await freshFor(it, ['a'])).toBe(Number.POSITIVE_INFINITY)
})
