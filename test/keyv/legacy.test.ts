import { describe, expect, test } from '@jest/globals'
import KeyvRedis, { createKeyv as createPlainKeyv } from '@keyv/redis'
import type { CreateKeyvOptions } from '@larder/keyv'
import { until } from '../support/until.ts'
import { versions } from './support/create-keyv.ts'
import { redisScene } from './support/scene.ts'
import { versions as keyvs } from './support/versions.ts'

const scene = redisScene()
const HOUR = 3_600_000

/** What @keyv/redis begins its keys with, for a Keyv in the namespace shop. */
const prefixes = { 5: 'shop::shop:', 6: 'shop::' }

const values: [string, unknown][] = [
  ['text', 'text'],
  ['colon', ':text'],
  ['colons', '::bigint:1'],
  ['number', 1.5],
  ['false', false],
  ['bytes', Buffer.from('bytes')],
  ['nested', { list: [{ bytes: Buffer.from('more'), text: ':base64:no' }], none: null }],
]

describe.each(keyvs)('entries of a plain Keyv $version with @keyv/redis', ({ version: writtenBy, Keyv }) => {
  const prefix = prefixes[writtenBy]
  const plain = () => scene.closing(new Keyv({ store: new KeyvRedis(scene.server.url), namespace: 'shop' }))

  describe.each(versions)('read under Keyv $version', ({ createKeyv }) => {
    const make = <V>(options: CreateKeyvOptions<V> = {}) =>
      scene.closing(createKeyv<V>({ store: scene.store(), storeTimeout: '4s', legacy: prefix, ...options }))

    test.each(values)('%s is read as it was written', async (key, value) => {
      await plain().set(key, value)
      expect(await scene.client.keys('*')).toEqual([prefix + key])
      const keyv = make()
      expect(await keyv.get(key)).toEqual(value)
      expect(await keyv.getMany([key, 'absent'])).toEqual([value, undefined])
      expect(await keyv.has(key)).toBe(true)
    })

    test('null is known to be none', async () => {
      await plain().set('key', null)
      expect(await make().get('key')).toBeNull()
    })

    test('law 9: they are upgraded from the oldest version, and written back with what is left of their lives', async () => {
      await plain().set('key', { price: 1 }, HOUR)
      const keyv = make({
        version: 2,
        upgrade: { 1: (old: { price: number }) => ({ price: BigInt(old.price) }) },
      })
      expect(await keyv.get('key')).toEqual({ price: 1n })
      await until(async () => (await scene.client.keys('*:v2')).length === 1)
      const [key = ''] = await scene.client.keys('*:v2')
      const left = await scene.client.pttl(key)
      expect(left).toBeGreaterThan(HOUR - 60_000)
      expect(left).toBeLessThanOrEqual(HOUR)
      // Those who have not moved yet go on reading theirs.
      expect(await plain().get('key')).toEqual({ price: 1 })
    })

    test('with load, what is there is not loaded', async () => {
      await plain().set('key', 'theirs')
      const asked: string[] = []
      const load = (keys: readonly string[]) => {
        asked.push(...keys)
        return keys.map(() => 'loaded')
      }
      expect(await make({ load }).getMany(['key', 'other'])).toEqual(['theirs', 'loaded'])
      expect(asked).toEqual(['other'])
    })

    test('a delete and a set delete them too', async () => {
      const old = plain()
      await old.set('a', 1)
      await old.set('b', 2)
      const keyv = make()
      expect(await keyv.delete('a')).toBe(true)
      await keyv.set('b', 3)
      expect([await old.get('a'), await old.get('b')]).toEqual([undefined, undefined])
      expect(await keyv.getMany(['a', 'b'])).toEqual([undefined, 3])
    })

    test('clear deletes them too, and nothing besides', async () => {
      const old = plain()
      await old.setMany(Array.from({ length: 2_500 }, (_, i) => ({ key: `key ${i}`, value: i })))
      await scene.client.set('shop', 'of another application')
      const keyv = make()
      await keyv.set('new', 1)
      await keyv.clear()
      expect(await scene.client.keys('*')).toEqual(['shop'])
    })

    test('what is no entry of Keyv counts as absent', async () => {
      await scene.client.mset(
        `${prefix}a`,
        'no JSON',
        `${prefix}b`,
        '[1]',
        `${prefix}c`,
        '{}',
        `${prefix}d`,
        '7',
      )
      const keyv = make()
      keyv.on('error', () => {})
      expect(await keyv.getMany(['a', 'b', 'c', 'd'])).toEqual([undefined, undefined, undefined, undefined])
    })
  })
})

test('entries of the Keyv that createKeyv of @keyv/redis makes', async () => {
  const plain = scene.closing(createPlainKeyv(scene.server.url, { namespace: 'shop' }))
  await plain.set('key', { bytes: Buffer.from('bytes') }, HOUR)
  expect(await scene.client.keys('*')).toEqual(['shop::key'])
  const [{ createKeyv }] = versions as unknown as [(typeof versions)[0]]
  const keyv = scene.closing(createKeyv({ store: scene.store(), storeTimeout: '4s', legacy: 'shop::' }))
  expect(await keyv.get('key')).toEqual({ bytes: Buffer.from('bytes') })
})

test('the BigInt of Keyv 6 is one', async () => {
  const [{ Keyv }] = keyvs as unknown as [(typeof keyvs)[0]]
  const plain = scene.closing(new Keyv({ store: new KeyvRedis(scene.server.url), namespace: 'shop' }))
  await plain.set('key', { id: 2n ** 70n })
  const [{ createKeyv }] = versions as unknown as [(typeof versions)[0]]
  const keyv = scene.closing(createKeyv({ store: scene.store(), storeTimeout: '4s', legacy: prefixes[6] }))
  expect(await keyv.get('key')).toEqual({ id: 2n ** 70n })
})
