import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { type AnyKeyv, keyvStore } from '@larder/keyv'
import { Keyv as Keyv5 } from 'keyv5'
import { Keyv as Keyv6 } from 'keyv6'
import { Adapter } from './support/adapter.ts'
import { type Settings, versions } from './support/versions.ts'

const compression = {
  compress: async (text: string) => (await promisify(gzip)(text)).toString('base64'),
  decompress: async (text: string) => String(await promisify(gunzip)(Buffer.from(text, 'base64'))),
}
const write = (key: string, life = 60_000) => ({ key, before: `<${key} `, after: '>', life, at: 1 })

describe.each(versions)('keyvStore on Keyv $version', ({ make }) => {
  const settings: readonly [string, Settings][] = [
    ['without a namespace', { namespace: undefined as never }],
    ['in a namespace with which the keys begin', { namespace: 'shop' }],
    ['in a namespace with a colon', { namespace: 'eu:shop' }],
    ['in the namespace larder', { namespace: 'larder' }],
    ['in a namespace below larder', { namespace: 'larder:shop' }],
    ['with compression', { compression }],
    ['with a ttl of its own', { ttl: 1 }],
  ]
  test.each(settings)('%s: what is written is found, listed and deleted', async (_, given) => {
    const map = new Map()
    // Before the other: Keyv 5 lists the namespace of whoever was given the adapter last.
    const neighbour = keyvStore(make({ store: map, namespace: 'another' }))
    const store = keyvStore(make({ ...given, store: map }))
    const keys = ['shop:{product//1}:v1', 'eu:shop:1', '', 'larder:1', 'shop']
    await store.writeMany(keys.map((key) => write(key)))
    const expected = keys.map((key) => `<${key} 1>`)
    expect(await store.readMany(keys)).toEqual(expected)
    expect(await neighbour.readMany(keys)).toEqual(keys.map(() => undefined))
    const listed: string[] = []
    for await (const key of store.scan?.('shop') ?? []) listed.push(key)
    expect(listed.sort()).toEqual(['shop', 'shop:{product//1}:v1'])
    expect(await store.deleteMany(keys)).toEqual(keys.map(() => true))
    expect(await store.readMany(keys)).toEqual(keys.map(() => undefined))
    expect(map.size).toBe(0)
    await Promise.all([store.close(), neighbour.close()])
  })

  test('what lists no keys has no scan', async () => {
    const store = keyvStore(make({ store: new Adapter() as never }))
    expect(store.scan).toBeUndefined()
    await store.close()
  })

  test('what is no Keyv is refused at once', () => {
    for (const keyv of [undefined, null, {}, 'redis://localhost', new Map(), new Adapter()])
      expect(() => keyvStore(keyv as unknown as AnyKeyv)).toThrow(
        expect.objectContaining({
          code: 'LARDER_OPTION',
          message: expect.stringMatching(
            /^keyvStore: keyv: expected a Keyv, of version 5\.6 or later, received/,
          ),
        }),
      )
  })

  test('options that are none are refused at once', () => {
    for (const options of [null, 1, [], { clock: {} }, { clock: null }, { ttl: 1 }])
      expect(() => keyvStore(make(), options as never)).toThrow(
        expect.objectContaining({ code: 'LARDER_OPTION' }),
      )
  })
})

test('Keyv 5 that emits no errors is refused, unless it throws them', async () => {
  expect(() => keyvStore(new Keyv5({ emitErrors: false }))).toThrow(
    /emitErrors: expected true, or throwOnErrors/,
  )
  const store = keyvStore(new Keyv5({ emitErrors: false, throwOnErrors: true }))
  await store.writeMany([write('a')])
  expect(await store.readMany(['a', 'absent'])).toEqual(['<a 1>', undefined])
  expect(await store.deleteMany(['a', 'absent'])).toEqual([true, false])
  await store.close()
})

test('Keyv 6 that sanitizes keys is refused; their namespace may be sanitized', async () => {
  for (const keys of [true, { sql: true }])
    expect(() => keyvStore(new Keyv6({ sanitize: { keys } }))).toThrow(/sanitize\.keys: expected false/)
  await keyvStore(new Keyv6({ sanitize: { namespace: true } })).close()
})
