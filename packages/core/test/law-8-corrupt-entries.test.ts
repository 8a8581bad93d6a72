import { describe, expect, test } from '@jest/globals'
import { manualClock } from '@larder/core/testing'
import fc from 'fast-check'
import { composeEntry, type Kind } from '../src/entry/entry.ts'
import { productLoader } from './support/product-loader.ts'
import { textStore } from './support/text-store.ts'

const KEY = 'shop:{product//a}:v1'

/** A loader over a store into which the test puts texts. */
function overTexts() {
  const clock = manualClock()
  clock.draw = () => 0
  const { texts, ...store } = textStore(clock)
  /** What another process would have written, with this body. */
  const entry = (body: string, kind: Kind = 'plain') => {
    const parts = { stamp: 'stamp-of-another', kind, fresh: 10_000, life: 30_000, began: 0, delta: 0, body }
    const { before, after } = composeEntry(parts)
    return before + clock.now() + after
  }
  return { ...productLoader({}, { clock, store }), texts, entry }
}

describe('what is no entry', () => {
  type Spoil = (entry: ReturnType<typeof overTexts>['entry']) => string
  const SPOILED: readonly (readonly [string, Spoil])[] = [
    ['foreign text', () => 'hello'],
    ['empty text', () => ''],
    ['JSON of someone else', () => '{"value":1,"expires":null}'],
    ['the magic alone', () => 'LRD1'],
    ['another format of ours', (entry) => entry('1').replace('LRD1', 'LRD2')],
    ['a header without a body', (entry) => entry('1').split('\n')[0] as string],
    ['a body that was cut off', (entry) => entry('12345').slice(0, -1)],
    ['a body with something behind it', (entry) => `${entry('12345')} `],
    ['a header that was cut off', (entry) => entry('1').slice(0, 30)],
    ['an unknown kind', (entry) => entry('1').replace(/(?<=^.{20})p/, 'z')],
    ['a time that is no number', (entry) => entry('1').replace(/(?<=^.{21})\d+/, 'now')],
    ['a lifetime that is no number', (entry) => entry('1').replace(',10000,30000,', ',10000,-1,')],
    ['a fresh time that is empty', (entry) => entry('1').replace(',10000,30000,', ',,30000,')],
    ['a body that is no JSON', (entry) => entry('{"a":')],
    ['a rich body that is no JSON', (entry) => entry('[1', 'rich')],
    ['a rich body of nothing', (entry) => entry('[]', 'rich')],
    ['a rich body of an unknown type', (entry) => entry('[["Password","1"]]', 'rich')],
    ['bytes of an unknown type', (entry) => entry('[["bytes",1],[2,3],"Malware","AAAA"]', 'rich')],
    ['bytes that are not whole items', (entry) => entry('[["bytes",1],[2,3],"Int32Array","AAAA"]', 'rich')],
    ['a body that pollutes a prototype', (entry) => entry('[{"__proto__":1},{"isAdmin":2},true]', 'rich')],
  ]
  test.each(SPOILED)('law 8: %s is absent, is reported once, and is overwritten', async (_, spoil) => {
    const { loader, texts, entry, asked, record, commandsOf } = overTexts()
    const corrupt = record('corrupt')
    const errors = record('store-error')
    texts.set(KEY, spoil(entry))

    expect(await loader.load('a')).toBe('old a')
    expect(corrupt).toEqual([expect.objectContaining({ loader: 'product', id: 'a' })])
    expect(await commandsOf(async () => expect(await loader.load('a')).toBe('old a'))).toEqual({
      readMany: 1,
    })
    expect(asked()).toEqual([['a']])
    expect([corrupt.length, errors.length]).toEqual([1, 0])
    expect({}).not.toHaveProperty('isAdmin')
  })

  test('law 8: it is reported also where it is looked up only, and stays', async () => {
    const { loader, texts, record, source } = overTexts()
    const corrupt = record('corrupt')
    texts.set(KEY, 'hello')
    expect(await loader.cached('a')).toBeUndefined()
    expect(corrupt).toEqual([{ loader: 'product', id: 'a' }])
    expect([source.calls.length, texts.get(KEY)]).toEqual([0, 'hello'])
  })

  test('law 8: it costs one acquire, like any other absent key', async () => {
    for (const [, spoil] of SPOILED) {
      const { loader, texts, entry, commandsOf } = overTexts()
      texts.set(KEY, spoil(entry))
      // Without leases in the store, acquire and fill are a read and a write.
      expect(await commandsOf(() => loader.load('a'))).toEqual({ readMany: 2, writeMany: 1 })
    }
  })

  test('law 8: an entry whose life is over is absent, though the store still has it', async () => {
    const { loader, texts, entry, clock, asked } = overTexts()
    texts.set(KEY, entry('"from another"'))
    expect(await loader.load('a')).toBe('from another')
    await clock.advance(30_000)

    expect(await loader.load('a')).toBe('old a')
    expect(asked()).toEqual([['a']])
  })

  test('law 8: however an entry was damaged, a read gives what was stored or what the source has', async () => {
    const made = overTexts()
    const whole = {
      plain: made.entry('"from another"'),
      rich: made.entry('[["Date","2030-01-01T00:00:00.000Z"]]', 'rich'),
    }
    const damage = fc.tuple(
      fc.constantFrom('plain', 'rich'),
      fc.nat(120),
      fc.nat(3),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )
    const headerAndBody = (text: string) =>
      [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n'))] as const

    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        const kind = damages[0]?.[0] as 'plain' | 'rich'
        const [header, body] = headerAndBody(whole[kind])
        // A body of the same length is not told from the right one: there is no checksum.
        const text =
          damages.reduce((it, [, at, cut, put]) => it.slice(0, at) + put + it.slice(at + cut), header) + body
        made.texts.set(KEY, text)

        const values = [await made.loader.load('a'), await made.loader.load('a')]
        for (const value of values)
          expect(['"old a"', 'null', '"from another"', '"2030-01-01T00:00:00.000Z"']).toContain(
            JSON.stringify(value),
          )
      }),
      { numRuns: 150 },
    )
  })
})
