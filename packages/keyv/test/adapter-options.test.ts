import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { createKeyv, LarderKeyv } from '@larder/keyv'

const make = {
  LarderKeyv: (options: object) => new LarderKeyv(options),
  createKeyv: (options: object) => createKeyv(options),
}
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'LARDER_OPTION', message: expect.stringMatching(message) })

describe.each(['LarderKeyv', 'createKeyv'] as const)('%s refuses', (name) => {
  const wrong: [what: string, options: unknown, message: RegExp][] = [
    ['an option that there is not', { tll: 1 }, /expected the options .*, received "tll"/],
    ['no object', 'redis://localhost', /expected an object of options, received "redis:/],
    ['a store and a url', { store: memoryStore(), url: 'redis://localhost' }, /expected a store or a url/],
    ['a store that is none', { store: new Map() }, /store: expected a Store/],
    [
      'a url of something else',
      { url: 'https://me:secret@host' },
      /url: expected a URL that begins with redis:/,
    ],
    ['a namespace that is none', { namespace: '' }, /namespace: expected a name/],
    ['null for a store', { store: null }, /store: expected a value, or undefined for the default/],
    ['null for a url', { url: null }, /url: expected a value, or undefined/],
    ['a clock that is none', { clock: {} }, /clock: expected a Clock/],
    ['a jitter of more than all', { jitter: 1 }, /jitter: expected/],
  ]

  test.each(wrong)('%s', (_, options, message) => {
    expect(() => make[name](options as object)).toThrow(refused(message))
  })

  test.each([
    'https://me:secret@host',
    'redis://me:secret@host:99999',
    'redis://me:secret@host:0',
    'redis://me:secret%@host',
    'redis://me:secret@host/abc',
    'redis://me:secret@host?db=abc',
  ])('the url %s without showing what is in it', (url) => {
    expect(() => make[name]({ url })).toThrow(refused(/url: expected/))
    expect(() => make[name]({ url })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    )
  })
})

describe('createKeyv refuses', () => {
  const ofLoads = {
    grace: '1h',
    early: { beta: 1 },
    timeout: '1s',
    waitTimeout: '20s',
    cooldown: {},
    holdAfterInvalidate: '1s',
    maxBatchSize: 10,
    source: { concurrency: 1 },
  }

  test.each(Object.entries(ofLoads))('%s without load, and takes it with load', async (option, value) => {
    expect(() => createKeyv({ [option]: value })).toThrow(refused(/expected none, or load besides/))
    await createKeyv({ [option]: value, load: async () => [] }).disconnect()
  })

  const wrong: [what: string, options: object, message: RegExp][] = [
    ['a load that is no function', { load: {} }, /load: expected a function/],
    ['legacy without a prefix', { legacy: '' }, /legacy: expected text of a character or more/],
    ...['s', 'shop', 'shop:', 'shop:{', 'shop:{product/', 'shop:{keyv//a}:v1'].map(
      (legacy): [string, object, RegExp] => [
        `the legacy ${legacy} in the namespace shop`,
        { namespace: 'shop', legacy },
        /legacy: expected no beginning of the keys in the namespace, shop:\{…/,
      ],
    ),
    ['a legacy of the default namespace', { legacy: 'keyv:' }, /legacy: expected no beginning of the keys/],
    ['a legacy of a namespace with a colon', { namespace: 'a:b', legacy: 'a%' }, /legacy: expected no begin/],
    ['a ttl of 0 without load', { ttl: 0 }, /ttl: expected above 0 without load, received 0/],
    ['a ttl of 0 in words without load', { ttl: '0s' }, /ttl: expected above 0 without load/],
    ['null for load', { load: null }, /load: expected a value, or undefined/],
    ['a scope', { scope: () => 'user' }, /expected the options/],
    [
      'an upgrade from nowhere',
      { version: 2, upgrade: { 3: String } },
      /upgrade: expected versions from 1 to 1/,
    ],
  ]

  test.each(wrong)('%s', (_, options, message) => {
    expect(() => createKeyv(options)).toThrow(refused(message))
  })
})

test('createKeyv takes a ttl of 0 with load: nothing is kept', async () => {
  const keyv = createKeyv({ ttl: 0, load: async (keys) => keys.map(() => 1) })
  expect([await keyv.get('key'), await keyv.has('key')]).toEqual([1, false])
  await keyv.disconnect()
})

test('createKeyv takes a legacy beside its own keys in the namespace', async () => {
  for (const legacy of ['shop::', 'shop::shop:', 'shop:products:', 'shopping'])
    await createKeyv({ namespace: 'shop', legacy }).disconnect()
})

test('with a url, @larder/redis is loaded when the adapter is made, and connects to nothing before it is used', async () => {
  jest.resetModules()
  const redisStore = jest.fn()
  const loaded = new Promise<void>((resolve) => {
    jest.unstable_mockModule('@larder/redis', () => {
      resolve()
      return { redisStore }
    })
  })
  const { LarderKeyv: Fresh } = await import('@larder/keyv')
  const adapter = new Fresh({ url: 'redis://localhost' })
  await loaded
  await adapter.disconnect()
  expect(redisStore).not.toHaveBeenCalled()
  jest.resetModules()
})

describe('a url where @larder/redis is not there', () => {
  afterEach(() => void jest.resetModules())

  test('harms nobody before it is used', async () => {
    jest.resetModules()
    jest.unstable_mockModule('@larder/redis', () => {
      throw new Error('Cannot find package @larder/redis')
    })
    const { LarderKeyv: Fresh } = await import('@larder/keyv')
    const adapter = new Fresh({ url: 'redis://localhost' })
    const errors: unknown[] = []
    adapter.on('error', (error) => errors.push(error))
    await adapter.disconnect()
    expect(errors).toEqual([])
  })

  test('is told with what to do, and costs a get nothing else', async () => {
    jest.resetModules()
    jest.unstable_mockModule('@larder/redis', () => {
      throw new Error('Cannot find package @larder/redis')
    })
    const { LarderKeyv: Fresh } = await import('@larder/keyv')
    const adapter = new Fresh({ url: 'redis://localhost' })
    const errors: { cause?: unknown }[] = []
    adapter.on('error', (error) => errors.push(error))
    expect(await adapter.get('key')).toBeUndefined()
    expect(errors).toMatchObject([
      {
        code: 'LARDER_STORE',
        cause: {
          code: 'LARDER_KEYV_REDIS',
          message: expect.stringContaining('Install it together with ioredis'),
        },
      },
    ])
    await expect(adapter.set('key', 'value')).rejects.toMatchObject({ code: 'LARDER_INVALIDATION_PENDING' })
    await adapter.disconnect()
  })
})
