import { expect, test } from '@jest/globals'
import { composeEntry } from '@larder/core'
import { fail } from '@larder/core/testing'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'
import { releases } from './support/versions.ts'

const KEY = 'shop:{product//a}:v1'

test('peek says what lies in the store, for how long, and shows the value only if it is asked for', async () => {
  const { loader, source, clock, commandsOf } = productLoader({}, { hot: {} })
  expect(await loader.peek('a')).toEqual({ state: 'absent', key: KEY, near: false })
  await loader.load('a')
  await clock.advance(1_000)
  const commands = await commandsOf(async () => {
    expect(await loader.peek('a')).toEqual({
      state: 'fresh',
      key: KEY,
      near: false,
      version: 1,
      stamp: expect.stringMatching(/^[\w-]{16}$/),
      age: 1_000,
      freshFor: 9_000,
      servableFor: 29_000,
      bytes: expect.any(Number),
    })
    expect(await loader.peek('a', { value: true })).toMatchObject({ value: 'old a' })
  })
  expect(commands).toEqual({ readMany: 2 })
  expect(source.calls).toHaveLength(1)
})

test('peek refreshes nothing that is stale, and tells missing, expired and corrupt entries', async () => {
  const { loader, source, clock, store } = productLoader()
  await loader.loadMany(['a', 'none'])
  expect(await loader.peek('none', { value: true })).toMatchObject({ state: 'missing', value: null })
  await clock.advance(11_000)
  expect(await loader.peek('a')).toMatchObject({ state: 'stale', freshFor: 0, servableFor: 19_000 })
  await clock.advance(1_000)
  expect(source.calls).toHaveLength(1)

  const times = { fresh: 1_000, life: 1_000, began: 0, delta: 0 }
  const entry = composeEntry({ ...times, stamp: 'x'.repeat(16), kind: 'plain', body: '{' })
  await store.writeMany([{ key: KEY, ...entry, life: 60_000 }])
  expect(await loader.peek('a')).toMatchObject({ state: 'fresh', stamp: 'x'.repeat(16) })
  expect(await loader.peek('a', { value: true })).not.toHaveProperty('value')
  expect(await loader.peek('a', { value: true })).toMatchObject({ state: 'corrupt' })
  await clock.advance(2_000)
  expect(await loader.peek('a')).toMatchObject({ state: 'expired', servableFor: 0 })
  await store.writeMany([{ key: KEY, before: 'no', after: 'entry', life: 1_000 }])
  expect(await loader.peek('a')).toMatchObject({ state: 'corrupt', version: 1 })
})

test('peek finds an older version’s entry, and converts nothing', async () => {
  const { release } = releases()
  const old = release(1)
  await old.loader.load('a')
  const next = release(2, [1])
  expect(await next.loader.peek('a', { value: true })).toMatchObject({
    state: 'fresh',
    version: 1,
    value: { v: 1 },
  })
  expect(await old.loader.peek('a')).toMatchObject({ version: 1 })
  expect(await next.loader.peek('a')).toMatchObject({ version: 1 })
})

test('peek says what is near, in every mode, and does not keep it there', async () => {
  const { loader, cache, clock } = productLoader({}, { near: { ttl: '5s' } })
  await loader.load('a')
  await loader.load('a')
  cache.setMode('bypass')
  expect(await loader.peek('a')).toMatchObject({ state: 'fresh', near: true })
  await clock.advance(6_000)
  expect(await loader.peek('a')).toMatchObject({ state: 'fresh', near: false })
})

test('peek rejects where the store fails, and on what is no option', async () => {
  const { loader, store } = productLoader()
  store.injectEverywhere(fail())
  expect(await outcomeOf(loader.peek('a'))).toMatchObject({ error: { code: 'LARDER_STORE' } })
  expect(await outcomeOf(loader.peek('a', { values: true } as never))).toMatchObject({
    error: { code: 'LARDER_OPTION' },
  })
})

test('peek tells what a tag or invalidateAll has killed, and the tags', async () => {
  const { loader, cache, clock } = productLoader({ tags: (name) => [`name:${name}`] })
  await loader.load('a')
  expect(await loader.peek('a')).toMatchObject({ state: 'fresh', tags: ['name:old a'] })
  await cache.invalidateTags(['name:old a'])
  expect(await loader.peek('a')).toMatchObject({ state: 'invalidated', tags: ['name:old a'] })
  await clock.advance(1)
  await loader.load('a')
  expect(await loader.peek('a')).toMatchObject({ state: 'fresh' })
  await loader.invalidateAll()
  expect(await loader.peek('a')).toMatchObject({ state: 'invalidated' })
})
