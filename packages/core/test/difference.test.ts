import { describe, expect, test } from '@jest/globals'
import { encode } from '../src/entry/codec.ts'
import { differenceBetween } from '../src/modes/difference.ts'

const between = (one: unknown, other: unknown) =>
  differenceBetween(encode(one, undefined), encode(other, undefined))

describe('the path of a difference', () => {
  test.each([
    ['price.amount', { name: 'pot', price: { amount: 1 } }, { name: 'pot', price: { amount: 2 } }],
    ['[3].tags', [0, 1, 2, { tags: 1 }], [0, 1, 2, { tags: '1' }]],
    ['length', [1], [1, 2]],
    ['lines.length', { lines: [1] }, { lines: [] }],
    ['name', { name: undefined }, {}],
    ['it', 1, 2],
    ['it', { a: 1 }, [1]],
    ['it', new Date(1), new Date(2)],
    ['it', Object.create(null), {}],
    ['n', { n: 1n }, { n: 1 }],
    ['n', { n: 0 }, { n: -0 }],
    ['bytes', { bytes: Buffer.from('x') }, { bytes: new Uint8Array(Buffer.from('x')) }],
    ['bytes', { bytes: Buffer.from('x') }, { bytes: Buffer.from('y') }],
  ])('is %s', (path, one, other) => {
    expect(between(one, other)).toBe(path)
    expect(between(other, one)).toBe(path)
  })

  test.each([
    ['get(…)', new Map([['ann@example.com', 1]]), new Map([['ann@example.com', 2]])],
    ['keys()', new Map([['ann@example.com', 1]]), new Map([['bob@example.com', 1]])],
    ['users.values()', { users: new Set(['ann']) }, { users: new Set(['bob']) }],
    [
      'users[…].age',
      { users: { 'ann@example.com': { age: 1 } } },
      { users: { 'ann@example.com': { age: 2 } } },
    ],
    ['[…]', { 'ann@example.com': 1 }, {}],
  ])('shows nothing that is data: %s', (path, one, other) => {
    expect(between(one, other)).toBe(path)
  })

  test('leads nowhere where values are the same, in whatever order their properties are', () => {
    const cycle: Record<string, unknown> = { at: new Date(1) }
    cycle.self = cycle
    for (const value of [null, Number.NaN, [undefined], { a: new Map([[1, new Set([2n])]]) }, cycle])
      expect(between(value, value)).toBeUndefined()
    expect(between({ a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1 })).toBeUndefined()
  })
})
