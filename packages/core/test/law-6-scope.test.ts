import { describe, expect, test } from '@jest/globals'
import { ScopeError } from '@larder/core'
import fc from 'fast-check'
import { scopeText } from '../src/loader/scope.ts'
import { scopePart, text } from './support/arbitrary-text.ts'
import { scopedLoader } from './support/scoped-loader.ts'

const scopes = fc.oneof(
  scopePart,
  fc.array(scopePart, { minLength: 1, maxLength: 3 }),
  fc.dictionary(text, scopePart, { minKeys: 1, maxKeys: 3 }),
)

describe('the text of a scope', () => {
  test('law 6: two scopes have the same text only if they are the same', () => {
    fc.assert(
      fc.property(fc.array(scopes, { minLength: 2, maxLength: 10 }), (all) => {
        const asMap = (scope: unknown) =>
          typeof scope === 'object' && !Array.isArray(scope)
            ? new Map(Object.entries(scope as object))
            : scope
        const texts = all.map((scope) => scopeText('cart', scope))
        for (const [i, one] of all.entries())
          for (const [j, other] of all.entries()) {
            if (texts[i] === texts[j]) expect(asMap(one)).toStrictEqual(asMap(other))
          }
        // A scope that is parsed from its text has that text again: what `load` sees is what the key holds.
        expect(texts.map((it) => scopeText('cart', JSON.parse(it)))).toEqual(texts)
      }),
    )
  })

  test('law 6: types are told apart: 1 is not "1", true is not "true", [1] is not 1', () => {
    const all = [
      1,
      '1',
      '"1"',
      [1],
      ['1'],
      '[1]',
      true,
      'true',
      [true],
      { a: 1 },
      { a: '1' },
      '{"a":1}',
      { b: 1 },
    ]
    expect(new Set(all.map((scope) => scopeText('cart', scope))).size).toBe(all.length)
  })

  test('the order of a record’s properties does not matter', () => {
    expect(scopeText('cart', { tenant: 'a', locale: 'nl' })).toBe(
      scopeText('cart', { locale: 'nl', tenant: 'a' }),
    )
  })
})

class User {
  id = 1
}
const REFUSED: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['an empty string', ''],
  ['a promise', Promise.resolve('ada')],
  ['a record with an undefined part', { a: undefined }],
  ['a record with a null part', { tenant: 1, user: null }],
  ['a record with an empty part', { tenant: '' }],
  ['an empty record', {}],
  ['an empty array', []],
  ['a nested record', { user: { id: 1 } }],
  ['a nested array', [[1]]],
  ['an array with a hole', Array(1)],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['a record with NaN', { user: Number.NaN }],
  ['a bigint', 1n],
  ['a class instance', new User()],
  ['a Date', new Date(0)],
  ['a Map', new Map([['user', 1]])],
  ['a symbol', Symbol('ada')],
  ['a record with a symbol as a key', { user: 1, [Symbol('tenant')]: 2 }],
  ['a function', () => 'ada'],
]

describe('what is no scope', () => {
  test.each(REFUSED)('law 6: %s is refused, and nothing is loaded', async (_, scope) => {
    const { carts, source, commandsOf } = scopedLoader()

    for (const read of [() => carts.for(scope), () => carts.bind(scope)]) {
      expect(read).toThrow(ScopeError)
      expect(read).toThrow(
        expect.objectContaining({ code: 'LARDER_SCOPE', message: expect.stringContaining('"cart"') }),
      )
    }
    expect(await commandsOf(async () => {})).toEqual({})
    expect(source.calls).toEqual([])
  })

  test('law 6: unscoped: "bypass" lets undefined through, and nothing else', () => {
    const { carts } = scopedLoader('bypass')

    for (const [, scope] of REFUSED.slice(1)) expect(() => carts.for(scope)).toThrow(ScopeError)
    expect(() => carts.for(undefined)).not.toThrow()
  })

  test('the message of a refusal says what came, not what was in it', () => {
    const { carts } = scopedLoader()
    const messages = [[['secret']], { user: ['secret'] }, { user: Symbol('secret') }, 73_519n].map(
      (scope) => {
        try {
          return carts.for(scope)
        } catch (error) {
          return (error as Error).message
        }
      },
    )

    for (const message of messages) {
      expect(message).toMatch(/has to be a non-empty string.*; received /)
      expect(message).not.toMatch(/secret|73519/)
    }
  })
})

describe('unscoped: "bypass"', () => {
  test('law 6: loads without the cache, and shares with nobody', async () => {
    const { carts, source, commandsOf } = scopedLoader('bypass')
    const nobody = carts.for(undefined)

    const commands = await commandsOf(async () => {
      const [one, other] = await Promise.all([nobody.load('1'), carts.bind(undefined).load('1')])
      expect(one).toEqual({ of: 'nobody' })
      expect(other).toEqual(one)
      expect(other).not.toBe(one)
      await nobody.prime('1', { of: 'somebody' })
      await nobody.invalidate('1')
      expect(await nobody.loadMany(['1', '2'])).toEqual([{ of: 'nobody' }, { of: 'nobody' }])
    })
    expect(commands).toEqual({})
    expect(source.calls.map(({ ids, context }) => [ids, context.scope])).toEqual([
      [['1'], undefined],
      [['1'], undefined],
      [['1', '2'], undefined],
    ])
  })

  test('law 6: what is loaded in a scope is not seen without one, nor the other way round', async () => {
    const { carts, source } = scopedLoader('bypass')

    expect(await carts.for('ada').load('1')).toEqual({ of: 'ada' })
    expect(await carts.for(undefined).load('1')).toEqual({ of: 'nobody' })
    expect(await carts.for('undefined').load('1')).toEqual({ of: 'undefined' })
    expect(source.calls.length).toBe(3)
  })
})

test('a scoped loader shows the function that it was given', () => {
  const { cache } = scopedLoader()
  const scope = ({ user }: { user: string }) => user
  expect(cache.loader('basket', async (ids: readonly string[]) => ids, { scope }).scope).toBe(scope)
})
