import { describe, expect, test } from '@jest/globals'
import { type LoadAnswer, OptionError } from '@larder/core'
import { loaderSpy } from '@larder/core/testing'
import { observedCache, outcomeOf } from './support/observed-cache.ts'

/** A loader whose source gives this answer, whatever it is asked; and what comes of reading the two IDs. */
async function readTwo(answer: () => unknown) {
  const { cache, store } = observedCache()
  const source = loaderSpy<string, unknown>()
  source.answer(answer)
  const loader = cache.loader('product', source.load)
  const answers = (await loader.loadMany(['hunter1', 'hunter2'])) as Failure[]
  return { answers, loader, source, fills: store.calls('fill') }
}
type Failure = Error & { code?: string }

describe('an answer of the wrong shape is an error for the whole batch', () => {
  const WRONG: readonly (readonly [string, () => unknown, RegExp])[] = [
    ['too few', () => ['hunter2'], /asked for 2 IDs and answered an array of 1/],
    ['too many', () => ['a', 'b', 'c'], /asked for 2 IDs and answered an array of 3/],
    ['none', () => [], /asked for 2 IDs and answered an array of 0/],
    ['undefined', () => undefined, /an array aligned to its IDs, or a Map; it answered undefined/],
    ['null', () => null, /it answered null/],
    ['a string', () => 'hunter2', /it answered a string/],
    ['a number', () => 73_519, /it answered a number/],
    ['an object by ID', () => ({ hunter1: 1 }), /it answered an object \(Object\)/],
    ['a Set', () => new Set(['a', 'b']), /it answered an object \(Set\)/],
    ['something like an array', () => ({ length: 2, 0: 'a', 1: 'b' }), /it answered an object/],
    ['a Map with a foreign key', () => new Map([['hunter3', 1]]), /a key that was not asked for/],
    [
      'a Map with one foreign key',
      () =>
        new Map([
          ['hunter1', 1],
          ['x', 2],
        ]),
      /a key that was not asked for/,
    ],
    [
      'a Map with a key that is none',
      () => new Map([[{ id: 'hunter1' }, 1]]),
      /an object \(Object\) as a key/,
    ],
    ['a Map with undefined as a key', () => new Map([[undefined, 1]]), /undefined as a key/],
  ]
  test.each(WRONG)('%s', async (_, answer, message) => {
    const { answers, source, fills } = await readTwo(answer)

    for (const error of answers) {
      expect(error).toMatchObject({ name: 'BatchShapeError', code: 'LARDER_BATCH_SHAPE' })
      expect(error.message).toMatch(message)
      expect(error.message).toContain('Loader "product"')
      expect(error.message).not.toMatch(/hunter|73519/)
    }
    expect(source.calls.length).toBe(1)
    expect(fills).toEqual([])
  })

  test('two keys of a Map for one ID', async () => {
    const { cache } = observedCache()
    const twice = new Map<number | string, string>([
      [1, 'hunter1'],
      ['1', 'hunter2'],
    ])
    const loader = cache.loader('product', async (_: readonly number[]) => twice)

    await expect(loader.load(1)).rejects.toThrow(
      'Loader "product": load answered a Map with two keys for the same ID.',
    )
  })
})

describe('a source that fails', () => {
  const reason = new TypeError('no connection')
  const FAILING: readonly (readonly [string, () => unknown])[] = [
    ['rejects', () => Promise.reject(reason)],
    [
      'throws at once',
      () => {
        throw reason
      },
    ],
  ]
  test.each(FAILING)('an error that it %s with is the error of each ID, as it is', async (_, answer) => {
    const { cache } = observedCache()
    const loader = cache.loader('product', answer as () => LoadAnswer<string, string>)

    expect(await loader.loadMany(['1', '2'])).toEqual([reason, reason])
    expect(await outcomeOf(cache.loader('other', answer as () => never[]).load('1'))).toEqual({
      error: reason,
    })
  })

  test.each(['hunter2', undefined, null, { code: 1 }])(
    'what it throws that is no Error is a cause: %p',
    async (thrown) => {
      const { answers } = await readTwo(() => Promise.reject(thrown))

      for (const error of answers) {
        expect(error).toMatchObject({ name: 'SourceError', code: 'LARDER_SOURCE', cause: thrown })
        expect(error.message).toBe(
          'Loader "product": load failed with something that is no Error; see cause.',
        )
      }
    },
  )

  test('an error of another realm is an error', async () => {
    // What Node's own code throws is not `instanceof` the Error of a jest test, nor of a vm.
    const foreign = await outcomeOf(import('node:fs/promises').then((fs) => fs.readFile('/does/not/exist')))
    const { answers } = await readTwo(() => Promise.reject((foreign as { error: unknown }).error))

    expect(answers.map(({ code }) => code)).toEqual(['ENOENT', 'ENOENT'])
  })
})

describe('a slot that is no value', () => {
  test('an Error is that of its ID alone', async () => {
    const { answers, loader, source, fills } = await readTwo(() => [
      new Error('no such row'),
      { name: 'bread' },
    ])
    source.heal()

    expect(answers).toEqual([new Error('no such row'), { name: 'bread' }])
    expect(fills).toEqual([['shop:{product//hunter2}:lease']])
    expect(await loader.load('hunter2')).toEqual({ name: 'bread' })
    expect(source.calls.length).toBe(1)
  })

  test('a promise is an error of its ID alone, also where it rejects', async () => {
    const { answers } = await readTwo(() => [
      Promise.reject(new Error('nobody awaits this')),
      { name: 'bread' },
    ])

    expect(answers[0]).toMatchObject({
      code: 'LARDER_BATCH_SHAPE',
      message: expect.stringMatching(/"product".*promise/),
    })
    expect(answers[1]).toEqual({ name: 'bread' })
  })

  test('a Map may be keyed by number for IDs that are strings, and lack what is missing', async () => {
    const { cache } = observedCache()
    const source = loaderSpy<string, unknown>()
    source.answer(
      () =>
        new Map<unknown, unknown>([
          [42, 'answer'],
          ['43', new Error('no')],
          [44n, null],
        ]),
    )
    const loader = cache.loader('product', source.load)

    expect(await loader.loadMany(['42', '43', '44', '45'])).toEqual(['answer', new Error('no'), null, null])
    expect(await loader.loadMany(['42', '44', '45'])).toEqual(['answer', null, null])
    expect(source.calls.length).toBe(1)
  })
})

describe('a ttl function', () => {
  const NONSENSE = [-1, Number.NaN, Number.POSITIVE_INFINITY, '5 parsecs', undefined, null, {}, new Date(0)]
  test.each(NONSENSE)(
    'that answers %p is an error of the IDs concerned, and nothing is stored',
    async (nonsense) => {
      const { cache, store } = observedCache()
      const loader = cache.loader('product', async (ids: readonly string[]) => ids, {
        ttl: (id) => (id === 'bad' ? (nonsense as number) : '1m'),
      })
      const [bad, good] = (await loader.loadMany(['bad', 'good'])) as [Failure, string]

      expect(bad).toMatchObject({
        code: 'LARDER_OPTION',
        message: expect.stringMatching(/^Loader "product": ttl: expected/),
      })
      expect(good).toBe('good')
      expect(store.calls('fill')).toEqual([['shop:{product//good}:lease']])
      await expect(loader.prime('bad', 'bad')).rejects.toBeInstanceOf(OptionError)
    },
  )

  test.each(['hunter2', 20_450])('that answers a part of the value has it said nowhere: %p', async (part) => {
    const { cache } = observedCache()
    const loader = cache.loader('session', async (ids: readonly string[]) => ids.map(() => ({ part })), {
      ttl: (session) => (typeof session.part === 'number' ? -session.part : session.part) as number,
    })
    const error = (await loader.load('1').catch((error) => error)) as Failure

    expect(error.message).toMatch(/^Loader "session": ttl: expected .*, received a (string|number)\.$/)
  })

  test('that throws is an error of the IDs concerned', async () => {
    const { cache } = observedCache()
    const loader = cache.loader('product', async (ids: readonly string[]) => ids, {
      ttl: () => {
        throw new Error('no ttl')
      },
    })

    await expect(loader.load('1')).rejects.toThrow('no ttl')
  })
})
