import { expect, test } from '@jest/globals'
import { InvalidationPendingError, OptionError } from '@larder/core'
import { fail } from '@larder/core/testing'
import { observedCache } from './support/observed-cache.ts'

const rows = (prefix: string) => async (ids: readonly string[]) => ids.map((id) => `${prefix} ${id}`)

test('a name that is released can be taken once more, with other options', async () => {
  const { cache } = observedCache()
  cache.loader('product', rows('one'), { grace: '1m' })
  const again = () => cache.loader('product', rows('other'), { grace: '2m' })
  expect(again).toThrow(OptionError)
  cache.releaseLoader('product')
  cache.releaseLoader('product')
  const other = again()
  expect(await other.load('a')).toBe('other a')
  expect(again).toThrow(/one that is not taken/)
})

test('a name that nobody has is released all the same, and after closing, too', async () => {
  const { cache } = observedCache()
  cache.releaseLoader('product')
  cache.loader('product', rows('one'))
  await cache.close()
  expect(() => cache.releaseLoader('product')).not.toThrow()
})

test('who has the loader may go on, and both share what is stored', async () => {
  const { cache } = observedCache()
  const one = cache.loader('product', rows('one'))
  cache.releaseLoader('product')
  const other = cache.loader('product', rows('other'))
  expect(await one.load('a')).toBe('one a')
  expect(await other.load('a')).toBe('one a')
})

test('its source may have other limits once its last loader is released', () => {
  const { cache } = observedCache()
  const define = (name: string, concurrency: number) =>
    cache.loader(name, rows('any'), { source: { name: 'db', concurrency } })
  define('product', 1)
  define('maker', 1)
  cache.releaseLoader('product')
  expect(() => define('product', 2)).toThrow(/the limits that the source "db" has already/)
  cache.releaseLoader('maker')
  expect(() => define('product', 2)).not.toThrow()
  expect(() => define('maker', 1)).toThrow(/the limits that the source "db" has already/)
})

test('law 3: what is invalidated and undelivered, the next loader of the name treats as absent', async () => {
  const { cache, store } = observedCache()
  const one = cache.loader('product', rows('one'))
  await one.load('a')
  store.inject(fail(), 'invalidate')
  await expect(one.invalidate('a')).rejects.toThrow(InvalidationPendingError)
  cache.releaseLoader('product')
  const other = cache.loader('product', rows('other'))
  expect(await other.load('a')).toBe('other a')
})
