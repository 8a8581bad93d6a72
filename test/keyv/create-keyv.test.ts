import { describe, expect, test } from '@jest/globals'
import { manualClock } from '@larder/core/testing'
import type { CreateKeyvOptions } from '@larder/keyv'
import { until } from '../support/until.ts'
import { versions } from './support/create-keyv.ts'
import { redisScene } from './support/scene.ts'

const scene = redisScene()

const rich: [string, unknown][] = [
  ['Date', new Date(12)],
  ['Map', new Map([['a', new Date(1)]])],
  ['Set', new Set([1, 'a'])],
  ['BigInt', 2n ** 80n],
  ['Buffer', Buffer.from('bytes')],
  ['undefined within', { a: undefined }],
  ['NaN', Number.NaN],
  ['-0', -0],
  ['nested', { list: [{ at: new Date(3), ids: new Set([1n]) }] }],
  ['text with a colon', ':base64:bm8='],
  ['false', false],
]

describe.each(versions)('createKeyv under Keyv $version', ({ version, createKeyv }) => {
  const make = <V>(options: CreateKeyvOptions<V> = {}) =>
    scene.closing(createKeyv<V>({ store: scene.store(), storeTimeout: '4s', ...options }))

  test('is of that Keyv', () => {
    expect('useKeyPrefix' in make()).toBe(version === 5)
  })

  test.each(rich)('law 7: %s comes back as it was set', async (_, value) => {
    const keyv = make()
    expect(await keyv.set('key', value)).toBe(true)
    expect(await keyv.get('key')).toStrictEqual(value)
    expect(await keyv.getMany(['key', 'absent'])).toStrictEqual([value, undefined])
    const all: unknown[] = []
    for await (const entry of keyv.iterator?.() ?? []) all.push(entry)
    expect(all).toStrictEqual([['key', value]])
  })

  test('what nothing is known of is undefined, to has false, and no entry', async () => {
    const keyv = make()
    expect(await keyv.get('key')).toBeUndefined()
    expect(await keyv.has('key')).toBe(false)
    expect(await keyv.delete('key')).toBe(false)
  })

  test('null that is set is known: get answers null, has true, until missingTtl is over', async () => {
    const clock = manualClock()
    const keyv = make({ store: undefined, clock, missingTtl: '30s', jitter: 0 })
    await keyv.set('key', null)
    expect(await keyv.get('key')).toBeNull()
    expect(await keyv.getMany(['key', 'other'])).toEqual([null, undefined])
    expect([await keyv.has('key'), await keyv.hasMany(['key', 'other'])]).toEqual([true, [true, false]])
    await clock.advance(30_000)
    expect(await keyv.get('key')).toBeUndefined()
    expect(await keyv.has('key')).toBe(false)
  })

  test('to set undefined is to delete', async () => {
    const keyv = make<number>()
    await keyv.setMany([
      { key: 'a', value: 1 },
      { key: 'b', value: 2 },
    ])
    expect(await keyv.set('a', undefined as never)).toBe(true)
    await keyv.setMany([
      { key: 'b', value: undefined as never },
      { key: 'c', value: 3 },
    ])
    expect(await keyv.getMany(['a', 'b', 'c'])).toEqual([undefined, undefined, 3])
    expect(await scene.client.keys('*')).toHaveLength(1)
  })

  test('a ttl of set holds exactly; without one an entry stays', async () => {
    const clock = manualClock()
    const keyv = make({ store: undefined, clock })
    await keyv.set('short', 1, 60_000)
    await keyv.set('long', 2)
    // The ttl is counted by Keyv 6 from when it was asked, on its own clock.
    await clock.advance(55_000)
    expect(await keyv.getMany(['short', 'long'])).toEqual([1, 2])
    await clock.advance(5_000)
    expect(await keyv.getMany(['short', 'long'])).toEqual([undefined, 2])
    await clock.advance(50 * 365 * 24 * 3_600_000)
    expect(await keyv.get('long')).toBe(2)
  })

  test('without a ttl of its own, what is set lives for a lifetime drawn from the option', async () => {
    const clock = manualClock()
    clock.draw = () => 0.5
    const keyv = make({ store: undefined, clock, ttl: '10s', jitter: 0.5 })
    await keyv.set('key', 1)
    await clock.advance(7_499)
    expect(await keyv.get('key')).toBe(1)
    await clock.advance(1)
    expect(await keyv.get('key')).toBeUndefined()
  })

  test('a value that cannot be kept is refused with an error event', async () => {
    const keyv = make<unknown>()
    const errors: unknown[] = []
    keyv.on('error', (error) => errors.push(error))
    expect(await keyv.set('key', () => {})).toBe(false)
    expect(errors).toMatchObject([{ code: 'LARDER_UNSTORABLE' }])
    expect(
      await keyv.setMany([
        { key: 'a', value: 1 },
        { key: 'b', value: (() => {}) as never },
      ]),
    ).toEqual([true, false])
    expect(errors).toHaveLength(2)
    expect(await keyv.getMany(['a', 'b'])).toEqual([1, undefined])
  })

  test('clear and namespace: another cache namespace is another cache', async () => {
    const [one, other] = [make({ namespace: 'a*' }), make({ namespace: 'abc' })]
    await one.set('key', 1)
    await other.set('key', 2)
    await one.clear()
    expect([await one.get('key'), await other.get('key')]).toEqual([undefined, 2])
    expect(() => {
      one.namespace = 'tenant'
    }).toThrow(expect.objectContaining({ code: 'LARDER_OPTION' }))
  })

  describe('with versions', () => {
    const upgrade = { 1: (old: { n: number }) => ({ n: BigInt(old.n) }) }

    test('law 9: v1 is converted on read and written back, and the old instance still reads v1', async () => {
      const [old, current] = [make<{ n: number }>(), make<{ n: bigint }>({ version: 2, upgrade })]
      await old.set('key', { n: 1 })
      expect(await current.get('key')).toEqual({ n: 1n })
      await until(async () => (await scene.client.keys('*v2')).length === 1)
      expect(await old.get('key')).toEqual({ n: 1 })
    })

    test('an upgrade that throws is an error event, and the entry counts as absent', async () => {
      const failing = { 1: (): { n: bigint } => ({ n: BigInt('none') }) }
      const [old, current] = [make<{ n: number }>(), make<{ n: bigint }>({ version: 2, upgrade: failing })]
      const errors: unknown[] = []
      current.on('error', (error) => errors.push(error))
      await old.set('key', { n: 1 })
      expect(await current.get('key')).toBeUndefined()
      expect(errors).toMatchObject([{ name: 'SyntaxError' }])
    })

    test('law 9: a delete by either is obeyed by both', async () => {
      const [old, current] = [make<{ n: number }>(), make<{ n: bigint }>({ version: 2, upgrade })]
      await old.set('key', { n: 1 })
      await current.get('key')
      expect(await current.delete('key')).toBe(true)
      expect([await old.get('key'), await current.get('key')]).toEqual([undefined, undefined])
      await current.set('key', { n: 2n })
      expect(await old.delete('key')).toBe(true)
      expect(await current.get('key')).toBeUndefined()
    })
  })
})
