import { describe, expect, test } from '@jest/globals'
import { type LoaderPolicy, OptionError, TagsError } from '@larder/core'
import { parseEntry } from '../src/entry/entry.ts'
import { observedCache } from './support/observed-cache.ts'
import { shelves } from './support/shelves.ts'

const DAY = 86_400_000
type Policy = Omit<LoaderPolicy<string, string>, 'scope' | 'unscoped'>

describe('a marker outlives what bears its tag', () => {
  test.each<[string, Policy, RegExp]>([
    [
      'a ttl beyond 7 days',
      { ttl: '7d', grace: 1 },
      /Loader "x": ttl and grace: expected at most 604800000 ms/,
    ],
    ['a grace beyond 7 days', { ttl: () => 1, grace: '8d' }, /ttl and grace/],
    ['a missingTtl beyond 7 days', { missingTtl: '8d' }, /missingTtl/],
    ['a lease beyond a day', { timeout: '1d', waitTimeout: '3d' }, /timeout/],
  ])('%s is refused', (_, policy, message) => {
    const { cache } = observedCache()
    const load = async (ids: readonly string[]) => ids
    expect(() => cache.loader('x', load, { ...policy, tags: () => [] })).toThrow(OptionError)
    expect(() => cache.loader('x', load, { ...policy, tags: () => [] })).toThrow(message)
    cache.loader('x', load, policy)
  })

  test('what a `ttl` function or a prime asks for beyond 7 days is cut down', async () => {
    const { shared, join } = shelves()
    const { loader } = join({ ttl: () => '30d', grace: '2d' })
    await loader.load('top')
    await loader.prime('low', ['x'], { ttl: '30d' })
    for (const id of ['top', 'low']) {
      const [text] = await shared.readMany([`shop:{shelf//${id}}:v1`])
      expect(parseEntry(text as string)).toMatchObject({ life: 7 * DAY, fresh: 7 * DAY })
    }
  })
})

describe('`tags` that answers what it must not', () => {
  test.each<[string, () => unknown, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('secret')
      },
      /^Loader "shelf": `tags` threw; see cause\.$/,
    ],
    ['answers no array', () => 'bread', /answer an array of tags; it answered a string/],
    ['answers nothing', () => undefined, /it answered undefined/],
    ['answers an empty tag', () => ['a', ''], /number 1 is an empty one/],
    ['answers what is no string', () => [7], /number 0 is a number/],
    ['answers a promise', async () => ['a'], /it answered/],
  ])('%s: fails that ID, and stores nothing of it', async (_, tags, message) => {
    const { shared, join } = shelves()
    const { loader } = join({ tags: (value, id) => (id === 'top' ? (tags() as string[]) : [...value]) })
    const [top, low] = await loader.loadMany(['top', 'low'])
    expect(top).toBeInstanceOf(TagsError)
    expect(top).toMatchObject({ code: 'LARDER_TAGS', message: expect.stringMatching(message) })
    expect(low).toEqual(['milk'])
    expect(await shared.readMany(['shop:{shelf//top}:v1'])).toEqual([undefined])
    await expect(loader.prime('top', ['it'])).rejects.toThrow(TagsError)
  })

  test('is refused where it is no function', () => {
    const { cache } = observedCache()
    const options = { tags: ['a'] as never }
    expect(() => cache.loader('x', async (ids: readonly string[]) => ids, options)).toThrow(OptionError)
  })
})

describe('`invalidateTags`', () => {
  test.each<[string, unknown, RegExp]>([
    ['a string', 'bread', /invalidateTags: expected an array of tags, received a string/],
    ['nothing', undefined, /an array of tags, received undefined/],
    ['an empty tag', ['a', ''], /tags\[1\]: expected a non-empty string, received an empty one/],
    ['a number', [1], /tags\[0\]: expected a non-empty string, received a number/],
  ])('given %s refuses before anything is done', async (_, tags, message) => {
    const { cache, store } = observedCache()
    const refused = cache.invalidateTags(tags as string[])
    await expect(refused).rejects.toThrow(OptionError)
    await expect(refused).rejects.toThrow(message)
    expect(store.calls('mark')).toEqual([])
  })

  test('of a cache that is closed says so', async () => {
    const { cache } = observedCache()
    const loader = cache.loader('x', async (ids: readonly string[]) => ids, { tags: () => [] })
    await cache.close()
    await expect(cache.invalidateTags(['a'])).rejects.toMatchObject({ code: 'LARDER_CLOSED' })
    await expect(loader.invalidateAll()).rejects.toMatchObject({ code: 'LARDER_CLOSED' })
  })
})

test('an entry whose extras are none of ours counts as corrupt', async () => {
  const { shared, source, join } = shelves()
  const { cache, loader } = join()
  const corrupt: unknown[] = []
  cache.on('corrupt', (event) => void corrupt.push(event))
  await loader.load('top')
  const [text] = await shared.readMany(['shop:{shelf//top}:v1'])
  for (const extras of ['{"tags":"milk"}', '{"tags":[1]}', '{', '[]x', '{"id":7}']) {
    const before = (text as string).replace(/\{"tags".*\}\n/, `${extras}\n`)
    await shared.writeMany([
      {
        key: 'shop:{shelf//top}:v1',
        before: before.slice(0, 21),
        after: before.slice(before.indexOf(',')),
        life: 60_000,
      },
    ])
    expect(await loader.load('top')).toEqual(['bread', 'milk'])
  }
  expect(corrupt).toHaveLength(5)
  expect(source.countOf('top')).toBe(6)
})
