/** The way from a plain Keyv on @keyv/redis, as docs/guides/from-keyv-redis.md has it: both releases beside each other. */
import { describe, expect, test } from '@jest/globals'
import KeyvRedis, { createKeyv as createPlainKeyv } from '@keyv/redis'
import { loaderSpy } from '@larder/core/testing'
import type { Keyv } from 'keyv6'
import { until } from '../support/until.ts'
import { versions as creators } from './support/create-keyv.ts'
import { redisScene } from './support/scene.ts'
import { versions as keyvs } from './support/versions.ts'

const scene = redisScene()
const HOUR = 3_600_000
const redis = () => new KeyvRedis(scene.server.url)

describe('what the keys of a plain Keyv begin with', () => {
  const [{ Keyv: Keyv6 }, { Keyv: Keyv5 }] = keyvs as [(typeof keyvs)[0], (typeof keyvs)[0]]

  test.each<[string, string, () => Keyv]>([
    ['Keyv 5 in a namespace', 'shop::shop:', () => new Keyv5({ store: redis(), namespace: 'shop' })],
    ['Keyv 5 in none', 'keyv::keyv:', () => new Keyv5({ store: redis() })],
    ['Keyv 6 in a namespace', 'shop::', () => new Keyv6({ store: redis(), namespace: 'shop' })],
    ['Keyv 6 in none', '', () => new Keyv6({ store: redis() })],
    [
      'createKeyv in a namespace',
      'shop::',
      () => createPlainKeyv(scene.server.url, { namespace: 'shop' }) as never,
    ],
  ])('%s: %j', async (_, prefix, make) => {
    await scene.closing(make()).set('key', 1)
    expect(await scene.client.keys('*')).toEqual([`${prefix}key`])
  })
})

describe.each(keyvs)('with LarderKeyv in the place of KeyvRedis under Keyv $version', ({ Keyv }) => {
  test('the cache begins cold, and neither release touches what the other has', async () => {
    const old = scene.closing(new Keyv({ store: redis(), namespace: 'shop' }))
    const next = new Keyv({ store: scene.adapter(), namespace: 'shop' })
    await old.set('key', 'old')
    expect(await next.get('key')).toBeUndefined()
    await next.set('key', 'next')
    expect([await old.get('key'), await next.get('key')]).toEqual(['old', 'next'])
    await next.clear()
    expect(await old.get('key')).toBe('old')
    await next.set('key', 'next')
    await old.clear()
    expect([await old.get('key'), await next.get('key')]).toEqual([undefined, 'next'])
  })
})

describe.each(creators)('with legacy under Keyv $version', ({ version, createKeyv }) => {
  const { Keyv, legacy } =
    version === 5
      ? { Keyv: keyvs[1]?.Keyv as never as (typeof keyvs)[0]['Keyv'], legacy: 'shop::shop:' }
      : { Keyv: keyvs[0]?.Keyv as never as (typeof keyvs)[0]['Keyv'], legacy: 'shop::' }
  const oldRelease = () => scene.closing(new Keyv({ store: redis(), namespace: 'shop' }))
  const newRelease = (options = {}) =>
    scene.closing(createKeyv({ store: scene.store(), storeTimeout: '4s', namespace: 'shop', ...options }))
  /** The entry that is written back for the key. */
  const copied = async (key: string) => {
    await until(() => scene.client.exists(`shop:{keyv//${key}}:v1`))
    return scene.client.pttl(`shop:{keyv//${key}}:v1`)
  }

  test('what the old release writes is seen until a key is copied, and then when the copy has ended', async () => {
    const [old, next] = [oldRelease(), newRelease({ legacy })]
    await old.set('key', 1, HOUR)
    expect(await next.get('key')).toBe(1)
    await copied('key')
    await old.set('key', 2, HOUR)
    expect(await next.get('key')).toBe(1)
    await scene.client.del('shop:{keyv//key}:v1')
    expect(await next.get('key')).toBe(2)
  })

  test('what the new release sets or deletes is absent to the old one', async () => {
    const [old, next] = [oldRelease(), newRelease({ legacy })]
    await old.set('a', 1)
    await old.set('b', 1)
    await next.set('a', 2)
    await next.delete('b')
    expect(await old.getMany(['a', 'b'])).toEqual([undefined, undefined])
    expect(await next.getMany(['a', 'b'])).toEqual([2, undefined])
  })

  test('what the old release sets after the new one has deleted it is taken for current', async () => {
    const [old, next] = [oldRelease(), newRelease({ legacy })]
    await next.delete('key')
    await old.set('key', 'older')
    expect(await next.get('key')).toBe('older')
  })

  test('with load, what was cached without it is still there', async () => {
    await newRelease({ legacy }).set('key', 'cached', HOUR)
    const source = loaderSpy([['key', 'loaded']])
    expect(await newRelease({ load: source.load }).get('key')).toBe('cached')
    expect(source.calls).toHaveLength(0)
  })

  test('what never ended is copied for the ttl, and there again afterwards', async () => {
    const [old, next] = [oldRelease(), newRelease({ legacy, ttl: '10m' })]
    await old.set('key', 1)
    expect(await next.get('key')).toBe(1)
    const life = await copied('key')
    expect(life).toBeGreaterThan(0)
    expect(life).toBeLessThanOrEqual(600_000)
    await scene.client.del('shop:{keyv//key}:v1')
    expect(await next.get('key')).toBe(1)
  })

  test('a clear of the old Keyv afterwards leaves what is new', async () => {
    const [old, next] = [oldRelease(), newRelease({ legacy })]
    await old.set('key', 1, HOUR)
    expect(await next.get('key')).toBe(1)
    await copied('key')
    await next.set('other', 2)
    await old.clear()
    expect(await scene.client.keys(`${legacy}*`)).toEqual([])
    const later = newRelease()
    expect(await later.getMany(['key', 'other'])).toEqual([1, 2])
  })
})
