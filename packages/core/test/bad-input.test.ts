import { describe, expect, test } from '@jest/globals'
import { createCache, memoryStore, OptionError, systemClock, toMs } from '@larder/core'
import { barrier, hold, loaderSpy } from '@larder/core/testing'
import { observedCache, outcomeOf } from './support/observed-cache.ts'

const DAY = 24 * 3600 * 1000
const load = async (ids: readonly string[]) => ids

/** The error that `run` throws at once. */
function thrownBy(run: () => unknown): Error & { code?: string } {
  try {
    run()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

describe('options of a cache', () => {
  const WRONG: readonly (readonly [string, object, string])[] = [
    ['no namespace', {}, 'createCache: namespace: expected a name of 1 to 200 characters'],
    ['an empty namespace', { namespace: '' }, 'received ""'],
    ['a namespace with a control character', { namespace: 'a\nb' }, 'none of them a control character'],
    ['a namespace with a NUL', { namespace: '\u0000' }, 'none of them a control character'],
    ['a namespace that is too long', { namespace: 'x'.repeat(201) }, 'received a string of 201'],
    ['a namespace that is a number', { namespace: 5 }, 'received 5'],
    ['a storeTimeout of 0', { namespace: 'a', storeTimeout: 0 }, 'createCache: storeTimeout: expected'],
    ['a storeTimeout below 0', { namespace: 'a', storeTimeout: -1 }, 'received -1'],
    [
      'a store that is none',
      { namespace: 'a', store: { get: () => {} } },
      'expected a Store, with readMany, writeMany, deleteMany, now, close, received an object',
    ],
    [
      'a store that only reads',
      { namespace: 'a', store: { readMany: async () => [] } },
      'expected a Store, with readMany, writeMany',
    ],
    ['a near cache that is only switched on', { namespace: 'a', near: true }, 'near: expected an object'],
    [
      'a near cache for too few',
      { namespace: 'a', near: { max: 9 } },
      'near.max: expected a whole number from 10',
    ],
    [
      'a near cache without bytes',
      { namespace: 'a', near: { maxBytes: 0 } },
      'near.maxBytes: expected a whole',
    ],
    ['a near cache without a ttl', { namespace: 'a', near: { ttl: 0 } }, 'near.ttl: expected'],
    ['an unknown option of near', { namespace: 'a', near: { size: 5 } }, 'the options max, maxBytes, ttl'],
    ['a waitUntil that is none', { namespace: 'a', waitUntil: {} }, 'waitUntil: expected a function'],
    ['a clock that is none', { namespace: 'a', clock: {} }, 'expected a Clock, with now, monotonic'],
    ['an unknown option', { namespace: 'a', ttl: '5m' }, 'received "ttl". There is no such option.'],
  ]
  test.each(WRONG)('%s', (_, options, message) => {
    const error = thrownBy(() => createCache(options as never))
    expect(error).toMatchObject({
      name: 'OptionError',
      code: 'LARDER_OPTION',
      message: expect.stringContaining(message),
    })
  })

  test.each(['store', 'near', 'hot', 'storeTimeout', 'waitUntil', 'clock'])(
    'null for %s, whose default undefined would be',
    (option) => {
      const { message } = thrownBy(() => createCache({ namespace: 'a', [option]: null } as never))
      expect(message).toContain(`createCache: ${option}: expected`)
      expect(message).toContain('received null')
    },
  )

  test.each([[undefined], [null], ['shop'], [[]]])('no options at all: %p', (options) => {
    expect(thrownBy(() => createCache(options as never))).toBeInstanceOf(OptionError)
  })

  test('a memory store for no entries', () => {
    for (const max of [0, -1, 1.5, Number.NaN]) expect(() => memoryStore({ max })).toThrow(OptionError)
  })
})

describe('options of a loader', () => {
  const WRONG: readonly (readonly [string, object, string])[] = [
    ['a ttl below 0', { ttl: -1 }, "ttl: expected milliseconds, or a duration such as '30s', received -1"],
    ['a ttl that is no number', { ttl: Number.NaN }, 'received NaN'],
    ['a ttl without end', { ttl: Number.POSITIVE_INFINITY }, 'received Infinity'],
    ['a ttl in a unit of space', { ttl: '5 parsecs' }, 'received "5 parsecs"'],
    ['a ttl that is empty', { ttl: '' }, 'received ""'],
    ['a ttl beyond a century', { ttl: '101y' }, 'received "101y"'],
    ['a grace below 0', { grace: '-5s' }, 'grace: expected'],
    ['a missingTtl that is a function', { missingTtl: () => 5 }, 'received a function'],
    ['a jitter of 1', { jitter: 1 }, 'jitter: expected'],
    ['a jitter below 0', { jitter: -0.1 }, 'received -0.1'],
    ['a beta below 0', { early: { beta: -1 } }, 'early.beta: expected'],
    ['an early option that does not exist', { early: { beta: 1, gamma: 2 } }, 'received "gamma"'],
    ['a timeout of 0', { timeout: 0 }, 'timeout: expected'],
    [
      'a waitTimeout no longer than a load',
      { timeout: 1000, waitTimeout: 1500 },
      'more than 1500 ms, received 1500',
    ],
    ['a version of 0', { version: 0 }, 'version: expected a whole number from 1, received 0'],
    ['a version between two', { version: 1.5 }, 'received 1.5'],
    [
      'an upgrade from the version itself',
      { version: 2, upgrade: { 2: (it: unknown) => it } },
      'from 1 to 1 as its keys, received "2"',
    ],
    ['an upgrade from version 0', { version: 2, upgrade: { 0: (it: unknown) => it } }, 'received "0"'],
    [
      'an upgrade from a version to come',
      { version: 2, upgrade: { 3: (it: unknown) => it } },
      'received "3"',
    ],
    [
      'an upgrade from no version',
      { version: 2, upgrade: { first: (it: unknown) => it } },
      'received "first"',
    ],
    [
      'an upgrade that is no function',
      { version: 2, upgrade: { 1: 'same' } },
      'upgrade.1: expected a function',
    ],
    ['an upgrade at version 1', { upgrade: { 1: (it: unknown) => it } }, 'upgrade'],
    ['a cool-down of 0', { cooldown: { base: 0 } }, 'cooldown.base: expected'],
    [
      'a cap below the base',
      { cooldown: { base: '2s', cap: '1s' } },
      'at least the base, 2000 ms, received 1000',
    ],
    ['a maxBatchSize of 0', { maxBatchSize: 0 }, 'maxBatchSize: expected a whole number from 1, received 0'],
    ['a key that is no function', { key: 'id' }, 'key: expected a function, received "id"'],
    ['a validate that is a pattern', { validate: /\d/ }, 'validate: expected a function'],
    ['a scope that is a value', { scope: 'ada' }, 'scope: expected a function'],
    ['unscoped without a scope', { unscoped: 'bypass' }, 'unscoped: expected'],
    ['unscoped as a flag', { scope: () => 1, unscoped: true }, 'unscoped: expected'],
    ['a codec without decode', { codec: { encode: () => 1 } }, 'codec: expected { encode, decode }'],
    ...(
      ['ttl', 'grace', 'source', 'cooldown', 'early', 'upgrade', 'version', 'key', 'waitTimeout'] as const
    ).map((option) => [`null for ${option}`, { [option]: null }, `: ${option}: expected`] as const),
    ['null for a limit of the source', { source: { concurrency: null } }, ': source.concurrency: expected'],
    [
      'null for a limit of the circuit',
      { source: { circuit: { minimum: null } } },
      ': source.circuit.minimum: expected',
    ],
    ['null for a part of the cool-down', { cooldown: { base: null } }, ': cooldown.base: expected'],
    ['a freeze that is no boolean', { freeze: 'deep' }, 'freeze: expected true or false'],
    ['an unknown option', { tll: '5m' }, 'received "tll". There is no such option.'],
    ['no object', [], 'an object of options, received an array of 0'],
  ]
  test.each(WRONG)('%s', (_, options, message) => {
    const { cache } = observedCache()
    const error = thrownBy(() => cache.loader('product', load as never, options as never))

    expect(error).toMatchObject({ name: 'OptionError', code: 'LARDER_OPTION' })
    expect(error.message).toMatch(/^Loader "product"/)
    expect(error.message).toContain(message)
    // Nothing of it was kept: the name is free.
    expect(cache.loader('product', load).name).toBe('product')
  })

  test('a name that is taken', () => {
    const { cache } = observedCache()
    cache.loader('product', load)
    expect(thrownBy(() => cache.loader('product', load)).message).toMatch(
      /one that is not taken, received "product"/,
    )
  })

  test.each([[''], ['a\tb'], ['x'.repeat(201)], [undefined], [5]])('a name that is none: %p', (name) => {
    expect(thrownBy(() => observedCache().cache.loader(name as string, load))).toBeInstanceOf(OptionError)
  })

  test('a load that is no function', () => {
    const error = thrownBy(() => observedCache().cache.loader('product', 'SELECT' as never))
    expect(error.message).toBe('Loader "product": load: expected a function, received "SELECT".')
  })
})

describe('durations', () => {
  test('are whole milliseconds, rounded up so that what is positive stays so', () => {
    expect([0, 0.2, 1.5, '250ms', '30s', '1.5s', '10m', '2h', '40d'].map((it) => toMs('ttl', it))).toEqual([
      ...[0, 1, 2, 250, 30_000, 1500, 600_000, 7_200_000, 40 * DAY],
    ])
  })

  test('a timer of 40 days does not fire at once', async () => {
    let fired = false
    const cancel = systemClock.after(
      40 * DAY,
      () => {
        fired = true
      },
      { ref: false },
    )
    // One that overflows fires after 1 ms, and so before this one.
    await new Promise<void>((resolve) => systemClock.after(2, resolve, { ref: true }))
    cancel()
    expect(fired).toBe(false)
  })

  test('a timeout and a ttl of 40 days are 40 days', async () => {
    const { cache, clock } = observedCache()
    const source = loaderSpy<string, string>([['1', 'bread']])
    const loader = cache.loader('product', source.load, { timeout: '40d', ttl: '40d', waitTimeout: '41d' })
    const delivery = barrier()
    source.inject(hold(delivery))

    const held = loader.load('1')
    await clock.advance(39 * DAY)
    expect(source.calls[0]?.context.signal.aborted).toBe(false)
    delivery.open()
    expect(await held).toBe('bread')
    await clock.advance(40 * DAY - 1)
    expect(await loader.load('1')).toBe('bread')
    expect(source.calls.length).toBe(1)
    await clock.advance(1)
    await loader.load('1')
    expect(source.calls.length).toBe(2)
  })

  test('a load that takes longer than 40 days is over then', async () => {
    const { cache, clock } = observedCache()
    const loader = cache.loader('product', () => new Promise<string[]>(() => {}), { timeout: '40d' })
    const outcome = outcomeOf(loader.load('1'))
    await clock.advance(40 * DAY)

    expect(await outcome).toEqual({ error: expect.objectContaining({ code: 'LARDER_SOURCE_TIMEOUT' }) })
  })
})

describe('listening', () => {
  test.each([
    ['to an event that there is none of', 'hit', () => {}, 'on: event: expected one of load, join,'],
    ['without a function', 'load', 5, 'on: listener for load: expected a function, received 5'],
  ])('%s', (_, name, listener, message) => {
    const { cache } = observedCache()
    const error = thrownBy(() => cache.on(name as never, listener as never))
    expect(error).toMatchObject({ code: 'LARDER_OPTION', message: expect.stringContaining(message) })
  })
})
