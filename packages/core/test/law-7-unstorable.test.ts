import { describe, expect, test } from '@jest/globals'
import { type Codec, UnstorableValueError } from '@larder/core'
import { observedCache } from './support/observed-cache.ts'

class Money {
  readonly cents: number
  constructor(cents: number) {
    this.cents = cents
  }
}
class Names extends Array<string> {}
class Registry extends Map {}
class Moment extends Date {}
class Bytes extends Uint8Array {}

const withProperty = (target: object, name: PropertyKey, property: PropertyDescriptor) =>
  Object.defineProperty(target, name, property)

/** What cannot be kept, the path that the report gives, and a word of its reason. */
const UNSTORABLE: readonly (readonly [string, unknown, string, string])[] = [
  ['a function', () => 1, 'it', 'function'],
  ['a function deep inside', { rows: [{ run: () => 1 }] }, '.rows[0].run', 'function'],
  ['a symbol', { kind: Symbol('a') }, '.kind', 'symbol'],
  ['a class instance', { price: new Money(5) }, '.price', 'Money'],
  ['a class instance as a whole', new Money(5), 'it', 'Money'],
  ['a RegExp', { pattern: /a/ }, '.pattern', 'RegExp'],
  ['a URL', { link: new URL('https://example.org') }, '.link', 'URL'],
  ['an Error inside of a value', { cause: new Error('no') }, '.cause', 'Error'],
  ['a promise inside of a value', { later: Promise.resolve(1) }, '.later', 'Promise'],
  ['a boxed primitive', { count: Object(1) }, '.count', 'Number'],
  ['an ArrayBuffer', { raw: new ArrayBuffer(2) }, '.raw', 'ArrayBuffer'],
  ['a WeakMap', { cache: new WeakMap() }, '.cache', 'WeakMap'],
  ['a Proxy', { proxied: new Proxy({}, {}) }, '.proxied', 'Object'],
  [
    'a Proxy of an object without a prototype',
    { proxied: new Proxy(Object.create(null), {}) },
    '.proxied',
    'class',
  ],
  ['a subclass of Array', { names: Names.from(['a']) }, '.names', 'extends Array'],
  ['a subclass of Map', { all: new Registry() }, '.all', 'Registry'],
  ['a subclass of Date', { at: new Moment(0) }, '.at', 'Moment'],
  ['a subclass of a typed array', { raw: new Bytes(1) }, '.raw', 'Bytes'],
  ['an object whose prototype is another', { own: Object.create({ inherited: 1 }) }, '.own', 'Object'],
  ['an accessor', withProperty({}, 'now', { get: () => 1, enumerable: true }), '.now', 'accessor'],
  [
    'an accessor in an array',
    [withProperty([], 0, { get: () => 1, enumerable: true })],
    '[0][0]',
    'accessor',
  ],
  ['a property that is not enumerable', withProperty({}, 'secret', { value: 1 }), '.secret', 'enumerable'],
  ['an item that is not enumerable', withProperty([1], 1, { value: 2 }), '[1]', 'enumerable'],
  ['a symbol as a key', { [Symbol('a')]: 1 }, 'it', 'symbol'],
  [
    'a symbol as a key of an array',
    Object.assign([1], { [Symbol('a')]: 1 }),
    '[Symbol(a)]',
    'named property',
  ],
  ['an own __proto__', JSON.parse('{"a":{"__proto__":{"b":1}}}'), '.a.__proto__', 'own property'],
  ['a named property of an array', Object.assign([1], { total: 5 }), '[total]', 'named property'],
  ['a property of an array that is no index', Object.assign([1], { '-1': 5 }), '[-1]', 'named property'],
  [
    'a hole, and a property that makes up for it',
    Object.assign(Array(1), { '1.5': 5 }),
    '[1.5]',
    'named property',
  ],
  [
    'a property of a Date',
    { at: Object.assign(new Date(0), { zone: 'CET' }) },
    '.at',
    'properties of its own',
  ],
  ['a property of a Map', Object.assign(new Map(), { size2: 1 }), 'it', 'properties of its own'],
  ['a function in a Map', { all: new Map([['a', () => 1]]) }, '.all.get(…)', 'function'],
  ['a function as a key of a Map', new Map([[() => 1, 'a']]), '.keys()', 'function'],
  ['a function in a Set', { all: new Set([[() => 1]]) }, '.all.values()[0]', 'function'],
  ['a name that is no word', { 'a b': { '1c': () => 1 } }, '["a b"]["1c"]', 'function'],
]

describe('what cannot be kept', () => {
  test.each(UNSTORABLE)(
    'law 7: %s comes back as it came, is not stored, and is reported once',
    async (...row) => {
      const [, value, path, reason] = row
      const { cache, store, record } = observedCache()
      const reports = record('unstorable')
      const loads = record('load')
      const loader = cache.loader('value', async (ids: readonly string[]) => ids.map(() => value))

      expect(await loader.load('1')).toBe(value)
      expect(await loader.load('1')).toBe(value)
      expect(reports).toEqual([{ loader: 'value', path, reason: expect.stringContaining(reason) }])
      expect(loads.length).toBe(2)
      expect(store.calls('fill')).toEqual([])
      expect(await keysIn(store)).toEqual([])
    },
  )

  test('law 7: it is reported for each loader, and says nothing of the value', async () => {
    const { cache, record } = observedCache()
    const reports = record('unstorable')
    for (const name of ['one', 'other']) {
      const loader = cache.loader(name, async (ids: readonly string[]) =>
        ids.map((id) => ({ id, secret: Symbol('hunter2') })),
      )
      await loader.loadMany(['1', '2'])
    }

    expect(reports.map(({ loader }) => loader)).toEqual(['one', 'other'])
    expect(JSON.stringify(reports)).not.toContain('hunter2')
  })

  test('law 7: where nothing is to be stored, it is no matter', async () => {
    const { cache, record } = observedCache()
    const reports = record('unstorable')
    const value = () => 1
    const loader = cache.loader('value', async (ids: readonly string[]) => ids.map(() => value), { ttl: 0 })

    expect(await loader.load('1')).toBe(value)
    expect(reports).toEqual([])
  })

  test('law 7: its siblings in the batch are stored', async () => {
    const { cache, store } = observedCache()
    const loader = cache.loader('value', async (ids: readonly string[]) =>
      ids.map((id) => (id === 'bad' ? () => id : { id })),
    )
    await loader.loadMany(['good', 'bad', 'fine'])

    expect(await keysIn(store)).toEqual(['shop:{value//fine}:v1', 'shop:{value//good}:v1'])
  })

  test('what lies too deep to be written comes back as it came', async () => {
    const { cache, store, record } = observedCache()
    const reports = record('unstorable')
    const deep = Array.from({ length: 100_000 }).reduce<object>((inner) => ({ inner }), {})
    const loader = cache.loader('value', async (ids: readonly string[]) => ids.map(() => deep))

    expect((await loader.load('1')) === deep).toBe(true)
    expect(reports).toEqual([expect.objectContaining({ reason: expect.stringContaining('500 levels') })])
    expect(store.calls('fill')).toEqual([])
  })

  test('it cannot be primed: that invalidates, and rejects with the path', async () => {
    const { cache, store } = observedCache()
    const loader = cache.loader('value', async (ids: readonly string[]) => ids.map((): unknown => 'old'))
    await loader.load('1')
    const primed = loader.prime('1', { run: () => 'hunter2' })

    await expect(primed).rejects.toBeInstanceOf(UnstorableValueError)
    await expect(primed).rejects.toMatchObject({ code: 'LARDER_UNSTORABLE', path: '.run' })
    await expect(primed).rejects.toThrow(/Loader "value".*\.run is a function/)
    expect(await keysIn(store)).toEqual([])
  })
})

describe('a codec', () => {
  const codec: Codec<Money> = { encode: ({ cents }) => cents, decode: (cents: number) => new Money(cents) }

  /** A loader of one value with this codec, read as a miss and as a hit. */
  async function readTwice(codecOrBroken: Codec<Money>) {
    const { cache, store, record } = observedCache()
    const reports = record('unstorable')
    const loads = record('load')
    const value = new Money(5)
    const loader = cache.loader('price', async (ids: readonly string[]) => ids.map(() => value), {
      codec: codecOrBroken,
    })
    const values = [await loader.load('1'), await loader.load('1')]
    return { value, values, reports, loads: loads.length, fills: store.calls('fill').length }
  }

  test('law 7: is the way out: the value is stored, and comes back as what it was', async () => {
    const { value, values, ...counts } = await readTwice(codec)

    for (const it of values) expect(it).toBeInstanceOf(Money)
    expect(values).toEqual([value, value])
    for (const it of values) expect(it).not.toBe(value)
    expect(counts).toEqual({ reports: [], loads: 1, fills: 1 })
  })

  const BROKEN: readonly (readonly [string, Codec<Money>, string])[] = [
    [
      'encode throws',
      {
        ...codec,
        encode: () => {
          throw new Error('no')
        },
      },
      'encoded',
    ],
    ['encode gives what cannot be kept', { ...codec, encode: (money) => ({ money }) }, 'Money'],
    [
      'decode throws',
      {
        ...codec,
        decode: () => {
          throw new Error('no')
        },
      },
      'decoded',
    ],
  ]
  test.each(BROKEN)('law 7: where %s, the value comes back as it came and is not stored', async (...row) => {
    const { value, values, ...counts } = await readTwice(row[1])

    for (const it of values) expect(it).toBe(value)
    expect(counts).toEqual({
      reports: [expect.objectContaining({ reason: expect.stringContaining(row[2]) })],
      loads: 2,
      fills: 0,
    })
  })
})

async function keysIn(store: ReturnType<typeof observedCache>['store']): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.scan?.('') ?? []) keys.push(key)
  return keys.sort()
}
