import { afterEach, describe, expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { fail, faultyStore, manualClock, times } from '@larder/core/testing'
import { LarderKeyv, type LarderKeyvOptions } from '@larder/keyv'

let adapters: LarderKeyv[] = []

afterEach(async () => {
  await Promise.all(adapters.map((adapter) => adapter.disconnect()))
  adapters = []
})

function make(options: LarderKeyvOptions = {}) {
  const adapter = new LarderKeyv(options)
  adapters.push(adapter)
  const errors: unknown[] = []
  adapter.on('error', (error) => errors.push(error))
  return { adapter, errors }
}

async function all(entries: AsyncIterable<unknown>) {
  const found: unknown[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

describe('LarderKeyv keeps what it is handed', () => {
  test.each([
    ['text', '{"value":1}'],
    ['an envelope', { value: new Map([[1, new Date(2)]]), expires: 3 }],
  ])('%s', async (_, handed) => {
    const { adapter } = make()
    expect(await adapter.set('key', handed)).toBe(true)
    expect(await adapter.get('key')).toStrictEqual(handed)
    expect(await adapter.getMany(['absent', 'key'])).toStrictEqual([undefined, handed])
    expect(await all(adapter.iterator())).toStrictEqual([['key', handed]])
  })

  test('a list of what was not found has no holes', async () => {
    const found = await make().adapter.getMany(['a', 'b'])
    expect(Object.keys(found)).toEqual(['0', '1'])
  })

  test('until its ttl is over', async () => {
    const clock = manualClock()
    const { adapter } = make({ clock })
    await adapter.set('key', 'value', 1_000)
    await adapter.setMany([
      { key: 'other', value: 'value', ttl: 1_000 },
      { key: 'long', value: 'value' },
    ])
    await clock.advance(899)
    expect(await adapter.hasMany(['key', 'other', 'long'])).toEqual([true, true, true])
    await clock.advance(100)
    expect(await adapter.has('key')).toBe(true)
    await clock.advance(1)
    expect(await adapter.hasMany(['key', 'other', 'long'])).toEqual([false, false, true])
  })

  test('a ttl below 0 has ended already; one beyond a hundred years is cut', async () => {
    const { adapter } = make()
    await adapter.set('key', 'value')
    expect(await adapter.set('key', 'value', -1)).toBe(true)
    expect(await adapter.set('long', 'value', Number.POSITIVE_INFINITY)).toBe(true)
    expect(await adapter.getMany(['key', 'long'])).toEqual([undefined, 'value'])
  })

  test.each([Number.NaN, '10m', null])('but for an entry whose ttl is %p, and that alone', async (ttl) => {
    const { adapter, errors } = make()
    await adapter.set('b', 'old')
    const entries = ['a', 'b', 'c'].map((key) => ({
      key,
      value: 'new',
      ttl: key === 'b' ? (ttl as number) : 1_000,
    }))
    const isKept = ttl === null
    expect(await adapter.setMany(entries)).toEqual([true, isKept, true])
    expect(await adapter.getMany(['a', 'b', 'c'])).toEqual(['new', isKept ? 'new' : 'old', 'new'])
    expect(errors).toMatchObject(
      isKept ? [] : [{ code: 'LARDER_OPTION', message: expect.stringContaining('set: ttl: expected') }],
    )
    if (!isKept)
      await expect(adapter.setMany([{ key: 'b', value: 1, ttl: ttl as number }])).rejects.toThrow(/ttl/)
  })

  test('of two entries with one key the last', async () => {
    const { adapter } = make()
    const entries = [1, 2].map((n) => ({ key: 'key', value: `${n}` }))
    expect(await adapter.setMany(entries)).toEqual([true, true])
    expect(await adapter.get('key')).toBe('2')
    expect(await adapter.setMany([...entries, { key: 'key', value: undefined }])).toEqual([true, true, true])
    expect(await adapter.has('key')).toBe(false)
  })

  test('what was deleted is told', async () => {
    const { adapter } = make()
    await adapter.set('key', 'value')
    expect([await adapter.delete('key'), await adapter.delete('key')]).toEqual([true, false])
    await adapter.set('key', 'value')
    expect(await adapter.deleteMany(['key', 'absent'])).toBe(true)
    expect(await adapter.deleteMany(['key', 'absent'])).toBe(false)
    expect(await adapter.deleteMany([])).toBe(false)
  })
})

describe('the namespace of LarderKeyv', () => {
  const names = [undefined, 'false', 'a', 'A', 'a/b', '"a"']

  test('law 6: is part of the key, and none is like no other', async () => {
    const { adapter } = make()
    for (const name of names) {
      adapter.namespace = name
      await adapter.set('key', String(name))
    }
    for (const name of names) {
      adapter.namespace = name
      expect(await adapter.get('key')).toBe(String(name))
      expect(await all(adapter.iterator())).toEqual([['key', String(name)]])
    }
  })

  test('clear empties it, and no other; the iterator may be asked for another', async () => {
    const { adapter } = make()
    adapter.namespace = 'a'
    await adapter.set('key', 'of a')
    adapter.namespace = 'b'
    await adapter.set('key', 'of b')
    await adapter.clear()
    expect(await adapter.get('key')).toBeUndefined()
    expect(await all(adapter.iterator('a'))).toEqual([['key', 'of a']])
    expect(adapter.namespace).toBe('b')
  })
})

describe('when the store fails', () => {
  const failing = () => {
    const store = faultyStore(memoryStore())
    return { store, ...make({ store }) }
  }

  test('a get is undefined, and the error is an event, once for all of the tick', async () => {
    const { store, adapter, errors } = failing()
    await adapter.set('key', 'value')
    store.inject(times(1, fail()), 'readMany')
    expect(await Promise.all(['key', 'key', 'other'].map((key) => adapter.get(key)))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(errors).toMatchObject([{ code: 'LARDER_STORE' }])
    expect(await adapter.get('key')).toBe('value')
  })

  test('a listener that throws harms nothing', async () => {
    const { store, adapter } = failing()
    adapter.on('error', () => {
      throw new Error('by the listener')
    })
    store.inject(times(1, fail()), 'readMany')
    expect(await adapter.get('key')).toBeUndefined()
  })

  test('a set, a delete and a clear reject, and are told by that alone', async () => {
    const { store, adapter, errors } = failing()
    await adapter.set('other', 'value')
    store.inject(fail(), 'prime', 'invalidate')
    const pending = { code: 'LARDER_INVALIDATION_PENDING' }
    await expect(adapter.set('key', 'value')).rejects.toMatchObject(pending)
    await expect(adapter.setMany([{ key: 'key', value: 'value' }])).rejects.toMatchObject(pending)
    await expect(adapter.setMany([{ key: 'key', value: undefined }])).rejects.toMatchObject(pending)
    await expect(adapter.delete('key')).rejects.toMatchObject(pending)
    await expect(adapter.deleteMany(['key'])).rejects.toMatchObject(pending)
    await expect(adapter.clear()).rejects.toMatchObject(pending)
    expect(errors).toEqual([])
    store.heal()
  })

  test('of many, those that are done are told from those that are not', async () => {
    const { store, adapter, errors } = failing()
    store.inject(fail(), 'invalidate')
    const entries = [
      { key: 'a', value: 'value' },
      { key: 'b', value: undefined },
    ]
    expect(await adapter.setMany(entries)).toEqual([true, false])
    expect(errors).toMatchObject([{ code: 'LARDER_INVALIDATION_PENDING' }])
    store.heal()
  })
})
