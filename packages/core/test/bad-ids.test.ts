import { describe, expect, test } from '@jest/globals'
import { InvalidKeyError } from '@larder/core'
import { barrier, hold, loaderSpy } from '@larder/core/testing'
import { observedCache } from './support/observed-cache.ts'

/** A loader that answers each ID with its text, whatever it is. */
function anyLoader(options: object = {}) {
  const observed = observedCache()
  const source = loaderSpy<unknown, string>()
  source.answer((ids) => ids.map((id) => `row ${typeof id === 'object' ? JSON.stringify(id) : String(id)}`))
  const loader = observed.cache.loader<unknown, string>('product', source.load, options)
  return { ...observed, loader, source }
}
type Failure = Error & { code?: string }

describe('IDs that are none', () => {
  const WRONG = [
    ...[
      [undefined, 'undefined'],
      [null, 'null'],
      [{ id: 'hunter2' }, 'an object (Object)'],
      [['hunter2'], 'an array of 1'],
    ],
    ...[
      [Number.NaN, 'NaN'],
      [Number.POSITIVE_INFINITY, 'Infinity'],
      [true, 'true'],
      [Symbol('hunter2'), 'a symbol'],
    ],
    ...[[() => 'hunter2', 'a function']],
  ] as const
  test.each(WRONG)('%p is an error in its own slot, and of invalidate and prime', async (id, shown) => {
    const { loader, source, store } = anyLoader()
    const [first, bad, last] = (await loader.loadMany(['a', id, 'b'])) as [string, Failure, string]

    expect([first, last]).toEqual(['row a', 'row b'])
    expect(bad).toBeInstanceOf(InvalidKeyError)
    expect(bad.code).toBe('LARDER_KEY')
    expect(bad.message).toBe(
      `Loader "product": an ID has to be a string, a finite number or a bigint; received ${shown}.`,
    )
    expect(source.calls.map(({ ids }) => ids)).toEqual([['a', 'b']])

    await expect(loader.load(id)).rejects.toBeInstanceOf(InvalidKeyError)
    await expect(loader.prime(id, 'row')).rejects.toBeInstanceOf(InvalidKeyError)
    // Nothing is invalidated of a list that holds one.
    await expect(loader.invalidateMany(['a', id])).rejects.toBeInstanceOf(InvalidKeyError)
    expect(store.calls('invalidate')).toEqual([])
    expect(() => loader.keyOf(id)).toThrow(InvalidKeyError)
  })

  test('a `validate` that answers a promise is told so, and lets nothing through', async () => {
    const { cache } = observedCache()
    const { load, calls } = loaderSpy<string, string>([['a', 'row a']])
    const loader = cache.loader('late', load, { validate: (async () => false) as never })
    const error = await loader.load('a').catch((it) => it)

    expect(error).toMatchObject({
      code: 'LARDER_KEY',
      message: expect.stringContaining('`validate` has to answer true or false; it answered'),
    })
    expect(calls).toEqual([])
  })

  test('all of them bad: neither the store nor the source is asked', async () => {
    const { loader, source, commandsOf } = anyLoader()
    const commands = await commandsOf(() => loader.loadMany([undefined, Number.NaN]))

    expect(commands).toEqual({})
    expect(source.calls).toEqual([])
  })

  test('no IDs: an empty answer, and neither the store nor the source is asked', async () => {
    const { loader, source, commandsOf } = anyLoader()
    const commands = await commandsOf(async () => {
      expect(await loader.loadMany([])).toEqual([])
    })

    expect(commands).toEqual({})
    expect(source.calls).toEqual([])
  })

  test('no IDs to invalidate: nothing is asked of the store', async () => {
    const { loader, commandsOf } = anyLoader()
    expect(await commandsOf(() => loader.invalidateMany([]))).toEqual({})
  })

  test.each([
    [undefined, 'undefined'],
    ['hunter2', 'a string'],
    [new Set(['hunter2']), 'an object (Set)'],
  ])('what is no array of IDs is refused: %p', async (ids, shown) => {
    const { loader, commandsOf } = anyLoader()
    const message = `Loader "product": the IDs have to be an array; received ${shown}.`
    const commands = await commandsOf(async () => {
      for (const refused of [loader.loadMany(ids as never), loader.invalidateMany(ids as never)]) {
        await expect(refused).rejects.toThrow(message)
        await expect(refused).rejects.toMatchObject({ code: 'LARDER_KEY' })
      }
    })
    expect(commands).toEqual({})
  })

  test('an array that its owner changes after the call is read as it was', async () => {
    const { loader, source, store } = anyLoader()
    // The read begins anew once an invalidation is through.
    const delivery = barrier()
    store.inject(hold(delivery), 'invalidate')
    const invalidated = loader.invalidate('b')
    const ids = ['a', 'b']
    const answers = loader.loadMany(ids)
    ids[0] = 'c'
    ids.length = 1
    delivery.open()
    await invalidated

    expect(await answers).toEqual(['row a', 'row b'])
    expect(await loader.loadMany(['a', 'b'])).toEqual(['row a', 'row b'])
    expect(source.calls.map((call) => call.ids)).toEqual([['a', 'b']])
  })

  test('IDs that can be anything are told apart: empty, "undefined", "NaN", 0 and -0 alike', async () => {
    const { loader, source } = anyLoader()
    const ids = [
      '',
      'undefined',
      'null',
      'NaN',
      '[object Object]',
      0,
      -0,
      1e21,
      '1e+21',
      9_007_199_254_740_993n,
    ]
    const answers = await loader.loadMany(ids)

    expect(answers).toEqual(ids.map((id) => `row ${String(id)}`))
    expect(source.calls[0]?.ids).toEqual(['', 'undefined', 'null', 'NaN', '[object Object]', 0, 1e21, ids[9]])
  })
})

describe('key', () => {
  test('that throws is an error in its own slot, with the cause', async () => {
    const cause = new Error('hunter2 has no city')
    const { loader, source } = anyLoader({
      key: (place: { city?: string }) => {
        if (place.city === undefined) throw cause
        return place.city
      },
    })
    const [good, bad] = (await loader.loadMany([{ city: 'Delft' }, {}])) as [string, Failure]

    expect(good).toBe('row {"city":"Delft"}')
    expect(bad).toMatchObject({
      code: 'LARDER_KEY',
      message: 'Loader "product": `key` threw; see cause.',
      cause,
    })
    expect(source.calls.map(({ ids }) => ids)).toEqual([[{ city: 'Delft' }]])
  })

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [{}, 'an object (Object)'],
    [Number.NaN, 'NaN'],
    [false, 'false'],
  ])('that returns %p is an error in its own slot', async (key, shown) => {
    const { loader } = anyLoader({ key: (id: string) => (id === 'bad' ? key : id) })
    const [bad, good] = (await loader.loadMany(['bad', 'good'])) as [Failure, string]

    expect(good).toBe('row good')
    expect(bad.message).toBe(
      `Loader "product": what \`key\` returns has to be a string, a finite number or a bigint; received ${shown}.`,
    )
  })

  test('a promise from an async key is refused: it would be one key for all', async () => {
    const { loader } = anyLoader({ key: async (id: string) => id })
    await expect(loader.load('a')).rejects.toThrow('received an object (Promise)')
  })
})

describe('validate', () => {
  test('that refuses an ID makes it missing: neither the store nor the source is asked', async () => {
    const { loader, source, commandsOf } = anyLoader({ validate: (id: string) => /^\d+$/.test(id) })
    const commands = await commandsOf(async () => {
      expect(await loader.loadMany(['x', 'y'])).toEqual([null, null])
    })

    expect(commands).toEqual({})
    expect(await loader.loadMany(['x', '1'])).toEqual([null, 'row 1'])
    expect(source.calls.map(({ ids }) => ids)).toEqual([['1']])
  })

  test('that throws is an error in its own slot, with the cause', async () => {
    const cause = new Error('hunter2 is odd')
    const { loader, source } = anyLoader({
      validate: (id: string) => {
        if (id === 'bad') throw cause
        return true
      },
    })
    const [bad, good] = (await loader.loadMany(['bad', 'good'])) as [Failure, string]

    expect(bad).toMatchObject({
      code: 'LARDER_KEY',
      message: 'Loader "product": `validate` threw; see cause.',
      cause,
    })
    expect(good).toBe('row good')
    expect(source.calls.map(({ ids }) => ids)).toEqual([['good']])
  })
})
