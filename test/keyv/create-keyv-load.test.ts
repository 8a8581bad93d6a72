import { describe, expect, test } from '@jest/globals'
import { barrier, fail, hold, loaderSpy, manualClock } from '@larder/core/testing'
import type { CreateKeyvOptions } from '@larder/keyv'
import { versions } from './support/create-keyv.ts'
import { redisScene } from './support/scene.ts'

const scene = redisScene()

describe.each(versions)('createKeyv with load, under Keyv $version', ({ createKeyv }) => {
  const make = <V>(options: CreateKeyvOptions<V>) => {
    const keyv = scene.closing(createKeyv<V>({ storeTimeout: '4s', ...options }))
    const errors: unknown[] = []
    keyv.on('error', (error) => errors.push(error))
    return { keyv, errors }
  }

  test('law 1: 500 concurrent gets of one absent key are one load', async () => {
    const source = loaderSpy([['key', { at: new Date(1) }]])
    const asked = barrier()
    source.inject(hold(asked))
    const { keyv } = make({ store: scene.store(), load: source.load })
    const reads = Array.from({ length: 500 }, () => keyv.get('key'))
    asked.open()
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 500 }, () => ({ at: new Date(1) })))
    expect(source.calls).toHaveLength(1)
    expect(source.calls[0]?.context.signal).toBeInstanceOf(AbortSignal)
  })

  test('law 1: getMany loads what is absent, in one call', async () => {
    const source = loaderSpy([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
    const { keyv } = make({ store: scene.store(), load: source.load })
    await keyv.set('a', 10)
    expect(await keyv.getMany(['a', 'b', 'c', 'none'])).toEqual([10, 2, 3, null])
    expect(source.calls.map(({ ids }) => ids)).toEqual([['b', 'c', 'none']])
  })

  test('what load has nothing for is null, and not loaded again until missingTtl is over', async () => {
    const clock = manualClock()
    const source = loaderSpy<string, number>()
    const { keyv } = make({ load: source.load, clock, missingTtl: '30s', jitter: 0 })
    for (let i = 0; i < 3; i++) expect(await keyv.get('key')).toBeNull()
    expect(await keyv.has('key')).toBe(true)
    expect(source.calls).toHaveLength(1)
    await clock.advance(30_000)
    expect(await keyv.get('key')).toBeNull()
    expect(source.calls).toHaveLength(2)
  })

  test('null that is set is not loaded either', async () => {
    const source = loaderSpy([['key', 1]])
    const { keyv } = make({ load: source.load })
    await keyv.set('key', null)
    expect(await keyv.get('key')).toBeNull()
    expect(source.calls).toHaveLength(0)
    await keyv.delete('key')
    expect(await keyv.get('key')).toBe(1)
    expect(source.calls).toHaveLength(1)
  })

  test('has loads nothing', async () => {
    const source = loaderSpy([['key', 1]])
    const { keyv } = make({ load: source.load })
    expect([await keyv.has('key'), await keyv.hasMany(['key'])]).toEqual([false, [false]])
    expect(source.calls).toHaveLength(0)
  })

  test('law 2: a stale value is answered, and refreshed behind the reader', async () => {
    const clock = manualClock()
    const source = loaderSpy([['key', 1]])
    const { keyv } = make({
      load: source.load,
      clock,
      ttl: '10s',
      grace: '1h',
      jitter: 0,
      early: { beta: 0 },
    })
    expect(await keyv.get('key')).toBe(1)
    source.rows.set('key', 2)
    await clock.advance(10_000)
    expect(await keyv.get('key')).toBe(1)
    await clock.advance(0)
    expect(await keyv.get('key')).toBe(2)
    expect(source.calls).toHaveLength(2)
  })

  test('law 4: a load that fails is an error event and undefined, and one attempt per cool-down', async () => {
    const clock = manualClock()
    const source = loaderSpy([['key', 1]])
    source.inject(fail(new Error('the database is down')))
    const { keyv, errors } = make({ load: source.load, clock, cooldown: { base: '10s', cap: '10s' } })
    expect(await keyv.get('key')).toBeUndefined()
    expect(errors).toMatchObject([{ message: 'the database is down' }])
    for (let i = 0; i < 10; i++) expect(await keyv.getMany(['key'])).toEqual([undefined])
    expect(source.calls).toHaveLength(1)
    expect(errors.slice(1)).toHaveLength(10)
    expect(errors.at(-1)).toMatchObject({ code: 'LARDER_COOLING_DOWN' })
    source.heal()
    await clock.advance(20_000)
    expect(await keyv.get('key')).toBe(1)
    expect(source.calls).toHaveLength(2)
  })

  test('law 8: an error for one key leaves the others as they are', async () => {
    const source = loaderSpy<string, number>([
      ['a', 1],
      ['b', new Error('b alone')],
    ])
    const { keyv, errors } = make({ load: source.load })
    expect(await keyv.getMany(['a', 'b'])).toEqual([1, undefined])
    expect(errors).toMatchObject([{ message: 'b alone' }])
  })

  test('what is set without a ttl lives as what is loaded', async () => {
    const clock = manualClock()
    const source = loaderSpy([['key', 1]])
    const { keyv } = make({ load: source.load, clock, jitter: 0, early: { beta: 0 } })
    await keyv.set('key', 10)
    await clock.advance(59_999)
    expect(await keyv.get('key')).toBe(10)
    await clock.advance(1)
    expect(await keyv.get('key')).toBe(1)
  })
})
