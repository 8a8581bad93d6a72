import { describe, expect, test } from '@jest/globals'
import { createCache, memoryStore } from '@larder/core'
import { loaderSpy } from '@larder/core/testing'
import fc from 'fast-check'
import { allKey, escapePart, isMarkerKey, KeySpace, tagKey } from '../src/entry/key.ts'
import { NASTY, scopePart, text } from './support/arbitrary-text.ts'

interface Coordinates {
  readonly namespace: string
  readonly loader: string
  readonly version: number
  readonly scope: string
  readonly id: string
}

function keysOf({ namespace, loader, version, scope, id }: Coordinates): string[] {
  const space = new KeySpace(namespace, loader, scope, version)
  return [space.valueKey(id), space.leaseKey(id)]
}

describe('store keys', () => {
  test('law 6: no two of all combinations of nasty parts share a key', () => {
    const parts = [...new Set([...NASTY, ...NASTY.map(escapePart)])]
    const few = ['', 'a', '/', '}', '%2f', '\ud800', '\udc00']
    const combinations = parts.flatMap((id) =>
      few.flatMap((scope) =>
        few.flatMap((loader) =>
          few.flatMap((namespace) => [1, 2].map((version) => ({ namespace, loader, scope, id, version }))),
        ),
      ),
    )
    const keys = new Set(combinations.flatMap(keysOf))

    // One key for each value, and one for the lease that its versions share.
    expect(keys.size).toBe(combinations.length * 1.5)
  })

  test('law 6: no two markers share a key, nor does one share it with an entry', () => {
    const parts = [
      ...new Set([...NASTY, ...NASTY.map(escapePart), '', 'tag', 'all', 'tag:{a}', 'lease', 'v1']),
    ]
    const keys = parts.flatMap((one) =>
      parts.flatMap((other) => [
        tagKey(one, other),
        allKey(one, other),
        ...parts.slice(-6).map((scope) => allKey(one, other, scope)),
        ...parts
          .slice(-6)
          .flatMap((id) => keysOf({ namespace: one, loader: other, scope: '', id, version: 1 })),
      ]),
    )
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter(isMarkerKey)).toHaveLength(parts.length ** 2 * 8)
  })

  test('law 6: two strings have the same escaped form only if they are the same', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 2, maxLength: 20 }), (parts) => {
        // What an escaped string looks like is a string, too.
        const all = new Set([
          ...parts,
          ...parts.map(escapePart),
          ...parts.map((part) => escapePart(escapePart(part))),
        ])
        return new Set(Array.from(all, escapePart)).size === all.size
      }),
    )
  })

  test('law 6: moving a separator between scope, loader and ID makes another key', () => {
    const split = fc.tuple(fc.nat(20), fc.nat(20))
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('/', '}', '{', ':', 'a'), { maxLength: 20 }),
        split,
        split,
        (all, a, b) => {
          const at = ([one, other]: [number, number]): Coordinates => {
            const [from, to] = [Math.min(one, other, all.length), Math.min(Math.max(one, other), all.length)]
            const [loader, scope, id] = [all.slice(0, from), all.slice(from, to), all.slice(to)].map((it) =>
              it.join(''),
            )
            return { namespace: 'n', version: 1, loader, scope, id } as Coordinates
          }
          const same = JSON.stringify(at(a)) === JSON.stringify(at(b))
          return same === (keysOf(at(a))[0] === keysOf(at(b))[0])
        },
      ),
    )
  })

  test('law 6: two IDs of 10 kB that differ in their last character have keys of their own, and short ones', () => {
    const long = 'x'.repeat(10_000)
    const ids = ['', '\ud800', '\ud801', '\udc00', '\ufffd', 'y'].map((end) => long + end)
    const keys = ids.map(
      (id) => keysOf({ namespace: 'n', loader: 'l', version: 1, scope: '', id })[0] as string,
    )

    expect(new Set(keys).size).toBe(ids.length)
    expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(100)
  })

  test('law 6: a key holds one pair of braces, around what its versions and its lease share', () => {
    fc.assert(
      fc.property(
        text,
        text,
        text,
        text,
        fc.integer({ min: 1, max: 99 }),
        (namespace, loader, scope, id, version) => {
          const [value, lease] = keysOf({ namespace, loader, scope, id, version }) as [string, string]
          const shape = /^[^{}]*:(\{[^{}]*\}):(?:v\d+|lease)$/

          expect(shape.exec(value)?.[1]).toBe(shape.exec(lease)?.[1])
          expect(value).toMatch(shape)
          expect(Buffer.from(value).toString()).toBe(value)
        },
      ),
    )
  })
})

describe('end to end', () => {
  const name = text.filter((it) => it.length > 0 && it.length <= 200 && !/\p{Cc}/u.test(it))
  const coordinates = fc.record({ namespace: name, loader: name, scope: scopePart, id: text })

  test('law 6: whatever differs in namespace, loader, scope or ID is loaded and hit by itself', async () => {
    const store = memoryStore()
    const empty = async () => {
      for await (const key of store.scan?.('') ?? []) await store.deleteMany([key])
    }
    const property = fc.asyncProperty(coordinates, coordinates, fc.nat(15), async (one, fresh, mask) => {
      // Equal in some of their coordinates, so that the rest has to tell them apart.
      const pick = <F extends keyof typeof one>(field: F, bit: number) => (mask & bit ? one : fresh)[field]
      const other = {
        namespace: pick('namespace', 1),
        loader: pick('loader', 2),
        scope: pick('scope', 4),
        id: pick('id', 8),
      }
      fc.pre(mask < 15 && JSON.stringify(one) !== JSON.stringify(other))
      const loads: unknown[] = []
      const readers = [one, other].map((place) => {
        const load = async (ids: readonly string[], { scope }: { scope: unknown }) => {
          loads.push({ ...place, id: ids[0], scope })
          return ids.map(() => place)
        }
        const cache = createCache({ namespace: place.namespace, store })
        return cache.loader(place.loader, load, { scope: () => place.scope }).for(place.scope)
      })
      const readBoth = () => Promise.all([readers[0]?.load(one.id), readers[1]?.load(other.id)])

      expect(await readBoth()).toEqual([one, other])
      expect(await readBoth()).toEqual([one, other])
      expect(loads).toEqual([one, other])
    })
    await fc.assert(property.beforeEach(empty), { numRuns: 40 })
  }, 60_000)

  test('law 6: lone surrogates that UTF-8 would make equal are different IDs', async () => {
    const source = loaderSpy<string, string>()
    source.answer((ids) => ids.map((id) => id.charCodeAt(0).toString(16)))
    const loader = createCache({ namespace: 'shop' }).loader('product', source.load)
    const ids = ['\ud800', '\udbff', '\udc00', '\ufffd', '%ud800', '\\ud800']

    for (const _ of [1, 2])
      expect(await loader.loadMany(ids)).toEqual(['d800', 'dbff', 'dc00', 'fffd', '25', '5c'])
    expect(source.calls.map((call) => call.ids)).toEqual([ids])
  })

  test('42 and "42" and 42n are one key', async () => {
    const source = loaderSpy<string | number | bigint, string>()
    source.answer((ids) => ids.map(() => 'answer'))
    const loader = createCache({ namespace: 'shop' }).loader('product', source.load)

    expect(await loader.loadMany([42, '42', 42n])).toEqual(['answer', 'answer', 'answer'])
    expect(await loader.load('42')).toBe('answer')
    expect(source.calls.map((call) => call.ids)).toEqual([[42]])
  })

  test('a loader with a scope and one without share nothing, even across a deploy that adds the scope', async () => {
    const store = memoryStore()
    const load = (value: string) => async (ids: readonly string[]) => ids.map(() => value)
    const before = createCache({ namespace: 'shop', store }).loader('cart', load('everyone’s'))
    const after = createCache({ namespace: 'shop', store }).loader('cart', load('ada’s'), {
      scope: () => 'ada',
    })

    expect(await before.load('1')).toBe('everyone’s')
    expect(await after.bind({}).load('1')).toBe('ada’s')
  })
})
