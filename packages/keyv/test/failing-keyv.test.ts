import { describe, expect, test } from '@jest/globals'
import { barrier } from '@larder/core/testing'
import { type AnyKeyv, keyvStore } from '@larder/keyv'
import { Keyv as Keyv5 } from 'keyv5'
import { Adapter, DELETES, emitsFrom, kinds, READS, rejects, WRITES } from './support/adapter.ts'
import { versions } from './support/versions.ts'

const write = (key: string) => ({ key, before: `<${key} `, after: '>', life: 60_000, at: 1 })
const failure = expect.objectContaining({
  code: 'LARDER_KEYV',
  cause: expect.objectContaining({ message: 'the backend is out' }),
})
const cases = versions.flatMap(({ version, make }) =>
  kinds.map(({ kind, open }) => ({ version, make, kind, open })),
)

describe.each(cases)(
  'keyvStore on Keyv $version, over an adapter of the kind $kind',
  ({ kind, make, open }) => {
    const isMany = kind === 'many'

    function setUp() {
      const adapter = open()
      const keyv = make({ store: adapter as never })
      const store = keyvStore(keyv)
      return { adapter, keyv, store }
    }

    /** What the adapter calls the key. */
    const nameOf = ({ map }: { map: Map<string, unknown> }, key: string) =>
      [...map.keys()].find((name) => name.endsWith(`larder:${key}`)) as string

    test('one call reads, one call writes: as many of the backend as that costs Keyv', async () => {
      const { adapter, store } = setUp()
      await store.writeMany([write('a'), write('b'), write('a')])
      expect(adapter.counts()).toEqual(isMany ? { setMany: 1 } : { set: 2 })
      expect(await store.readMany(['a', 'absent', 'b', 'a'])).toEqual(['<a 1>', undefined, '<b 1>', '<a 1>'])
      expect(adapter.counts()).toEqual(isMany ? { getMany: 1 } : { get: 3 })
      await store.close()
    })

    test.each(['rejects', 'emits'])(
      'a read of a backend that %s is no absent key: it rejects',
      async (how) => {
        const { adapter, store } = setUp()
        adapter.inject(how === 'rejects' ? rejects : emitsFrom(adapter), ...READS)
        await expect(store.readMany(['a', 'b'])).rejects.toEqual(failure)
        expect(adapter.counts()).toEqual(isMany ? { getMany: 1, get: 1 } : { get: 3 })
        adapter.heal()
        expect(await store.readMany(['a'])).toEqual([undefined])
        await store.close()
      },
    )

    test.each(['rejects', 'emits'])('a write to a backend that %s rejects', async (how) => {
      const { adapter, store } = setUp()
      adapter.inject(how === 'rejects' ? rejects : emitsFrom(adapter), ...WRITES)
      await expect(store.writeMany([write('a')])).rejects.toEqual(failure)
      await store.close()
    })

    test('a write that is answered with false rejects', async () => {
      const { adapter, store } = setUp()
      adapter.inject(async () => (isMany ? [true, false] : false), ...WRITES)
      await expect(store.writeMany([write('a'), write('b')])).rejects.toMatchObject({ code: 'LARDER_KEYV' })
      await store.close()
    })

    test.each(['rejects', 'emits'])('a delete in a backend that %s rejects', async (how) => {
      const { adapter, store } = setUp()
      adapter.inject(how === 'rejects' ? rejects : emitsFrom(adapter), ...DELETES)
      await expect(store.deleteMany(['absent'])).rejects.toEqual(failure)
      await store.writeMany([write('a')])
      await expect(store.deleteMany(['a'])).rejects.toEqual(failure)
      await store.close()
    })

    test('a delete that is answered with false, and leaves the entry, rejects', async () => {
      const { adapter, store } = setUp()
      await store.writeMany([write('a')])
      adapter.inject(async () => false, ...DELETES)
      await expect(store.deleteMany(['a'])).rejects.toMatchObject({ code: 'LARDER_KEYV' })
      expect(await store.readMany(['a'])).toEqual(['<a 1>'])
      await store.close()
    })

    test('what a deleteMany leaves is deleted one by one', async () => {
      const { adapter, store } = setUp()
      await store.writeMany([write('a'), write('b')])
      adapter.inject(async () => false, 'deleteMany')
      expect(await store.deleteMany(['absent', 'a', 'b'])).toEqual([false, true, true])
      expect(adapter.map.size).toBe(0)
      await store.close()
    })

    test('law 8: an entry that Keyv cannot decode is absent, and spoils no other; it can be overwritten and deleted', async () => {
      const { adapter, store } = setUp()
      await store.writeMany([write('good'), write('bad')])
      const spoil = () => adapter.map.set(nameOf(adapter, 'bad'), '{')
      spoil()
      expect(await store.readMany(['good', 'bad'])).toEqual(['<good 1>', undefined])
      expect(await store.readMany(['bad'])).toEqual([undefined])
      await store.writeMany([write('bad')])
      expect(await store.readMany(['bad'])).toEqual(['<bad 1>'])
      spoil()
      await store.deleteMany(['bad'])
      expect(adapter.map.size).toBe(1)
      await store.close()
    })

    test('an operation that fails fails no other that runs at the same time', async () => {
      const { adapter, store } = setUp()
      await store.writeMany([write('a')])
      adapter.counts()
      const answer = barrier()
      adapter.inject(
        async () => {
          await answer.pass()
          const values = [...adapter.map.values()]
          return isMany ? values : values[0]
        },
        ...READS,
      )
      const reading = store.readMany(['a'])
      await answer.arrived()
      adapter.inject(rejects, ...WRITES)
      await expect(store.writeMany([write('b')])).rejects.toEqual(failure)
      answer.open()
      expect(await reading).toEqual(['<a 1>'])
      expect(adapter.counts()).toEqual(isMany ? { getMany: 1, setMany: 1 } : { get: 1, set: 1 })
      await store.close()
    })

    test('an error of unknown origin has reads asked again, and writes rejected', async () => {
      const { adapter, store } = setUp()
      await store.writeMany([write('a')])
      adapter.counts()
      const [reads, writes] = [barrier(), barrier()]
      adapter.inject(
        async () => {
          await reads.pass()
          return isMany ? [undefined] : undefined
        },
        ...READS,
      )
      adapter.inject(() => writes.pass(), ...WRITES)
      const reading = store.readMany(['a'])
      const writing = expect(store.writeMany([write('a')])).rejects.toEqual(failure)
      await Promise.all([reads.arrived(), writes.arrived()])
      adapter.heal()
      adapter.emit('error', new Error('the backend is out'))
      reads.open()
      writes.open()
      expect(await reading).toEqual(['<a 1>'])
      await writing
      expect(adapter.counts()).toMatchObject(isMany ? { getMany: 1, get: 2 } : { get: 3 })
      await store.close()
    })

    test('an error while nothing runs concerns nobody, and throws nothing', async () => {
      const { adapter, store } = setUp()
      adapter.emit('error', new Error('the backend is out'))
      expect(await store.readMany(['a'])).toEqual([undefined])
      expect(adapter.counts()).toEqual(isMany ? { getMany: 1 } : { get: 1 })
      await store.close()
    })

    test('law 11: closing takes its listener away, and leaves the Keyv open', async () => {
      const { keyv, store } = setUp()
      const listeners = () =>
        (keyv as AnyKeyv & { listeners(event: string): unknown[] }).listeners('error').length
      expect(listeners()).toBe(1)
      await store.close()
      expect(listeners()).toBe(0)
      expect(await keyv.setMany([{ key: 'a', value: '1', ttl: 60_000 }])).not.toEqual([false])
      expect(await keyv.getMany(['a'])).toEqual(['1'])
    })
  },
)

describe.each(versions)('a getMany of Keyv $version whose adapter answers', ({ make }) => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['too little', []],
    ['too much', [undefined, undefined, undefined]],
  ])('%s is no absent key: it rejects', async (_, answer) => {
    const adapter = kinds[0].open()
    const store = keyvStore(make({ store: adapter as never }))
    await store.writeMany([write('a'), write('b')])
    adapter.inject(async () => answer, 'getMany')
    const rejection = {
      code: 'LARDER_KEYV',
      message: expect.stringContaining('expected an array of 2 from getMany'),
    }
    await expect(store.readMany(['a', 'b'])).rejects.toMatchObject(rejection)
    await expect(store.deleteMany(['a', 'b'])).rejects.toMatchObject(rejection)
    await store.close()
  })
})

test('a write rejects only once all of it has settled: what is still under way could land behind a delete', async () => {
  const adapter = new Adapter()
  const store = keyvStore(new Keyv5({ store: adapter, throwOnErrors: true }))
  const answer = barrier()
  let calls = 0
  adapter.inject(() => (++calls === 1 ? rejects() : answer.pass()), 'set')
  let isSettled = false
  const writing = store.writeMany([write('a'), write('b')]).finally(() => {
    isSettled = true
  })
  const rejected = expect(writing).rejects.toEqual(failure)
  await answer.arrived()
  await new Promise(setImmediate)
  expect(isSettled).toBe(false)
  answer.open()
  await rejected
  await store.close()
})
