import { describe, expect, test } from '@jest/globals'
import { createCache, type LoaderPolicy, memoryStore, type Store } from '@larder/core'
import { barrier, faultyStore, hold, loaderSpy, manualClock } from '@larder/core/testing'
import { partedStore } from './support/parted-store.ts'
import { withoutLeases } from './support/parts.ts'

type Old = { readonly name: string }
type New = { readonly title: string }
const NOW = Date.UTC(2026, 0, 1)

/** Something has cached before, under keys like `old:a`, in texts like `{"v":{"name":"bread"},"e":1767225600000}`. */
function moving(
  policy: Omit<LoaderPolicy<string, New>, 'scope' | 'unscoped'> = {},
  { hasLeases = true }: { readonly hasLeases?: boolean } = {},
) {
  const clock = manualClock({ now: NOW })
  clock.draw = () => 0
  const memory = memoryStore({ clock })
  const store = faultyStore(hasLeases ? memory : withoutLeases(memory))
  const cache = createCache({ namespace: 'shop', store, clock })
  const source = loaderSpy<string, New>([['a', { title: 'loaded' }]])
  const legacy = {
    key: (id: string) => `old:${id}`,
    read: (text: string) => {
      const { v, e } = JSON.parse(text)
      return { value: v, expires: e }
    },
  }
  const upgrade = { 1: ({ name }: Old) => ({ title: name }) }
  const loader = cache.loader('product', source.load, { ttl: '10s', version: 2, upgrade, legacy, ...policy })
  const plant = (id: string, text: unknown, life = 60_000) =>
    memory.writeMany([
      { key: `old:${id}`, before: JSON.stringify(text).slice(0, -1), after: '}', life, at: 0 },
    ])
  /** A text whose last field takes the store's time, which is put in as `at`. */
  const plantOld = (id: string, value: unknown, expires = NOW + 5_000) =>
    memory.writeMany([
      {
        key: `old:${id}`,
        before: `{"v":${JSON.stringify(value)},"e":`,
        after: '}',
        life: 60_000,
        at: expires,
      },
    ])
  const under = async (key: string) => (await memory.readMany([key]))[0]
  const events = { upgraded: [] as unknown[], failed: [] as unknown[] }
  cache.on('upgraded', (event) => events.upgraded.push(event))
  cache.on('upgrade-failed', (event) => events.failed.push(event))
  return { cache, clock, store, source, loader, plant, plantOld, under, events }
}

const CURRENT = 'shop:{product//a}:v2'

describe('what something else has cached', () => {
  test.each([
    ['load', true],
    ['load', false],
    ['cached', true],
    ['cached', false],
  ] as const)(
    'law 9: is found by %s as the oldest version; leases in the store: %s',
    async (how, hasLeases) => {
      const { loader, source, plantOld, under, events, clock } = moving({}, { hasLeases })
      await plantOld('a', { name: 'bread' })

      expect(await loader[how]('a')).toEqual({ title: 'bread' })
      await clock.advance(0)
      expect(await loader[how]('a')).toEqual({ title: 'bread' })
      expect(events.upgraded).toEqual([{ loader: 'product', id: 'a', from: 0, written: true }])
      expect(await under(CURRENT)).toMatch(/\n\{"title":"bread"\}$/)
      expect(await under('old:a')).toBeDefined()
      expect(source.calls).toEqual([])
    },
  )

  test('law 9: lives as long as it would have', async () => {
    const { loader, plantOld, clock } = moving()
    await plantOld('a', { name: 'bread' })
    await loader.load('a')
    await clock.advance(4_999)
    expect(await loader.load('a')).toEqual({ title: 'bread' })
    await clock.advance(1)
    expect(await loader.load('a')).toEqual({ title: 'loaded' })
  })

  test('law 9: is the current version where no upgrade is known', async () => {
    const { loader, source, plantOld } = moving({ version: 1, upgrade: {} })
    await plantOld('a', { title: 'bread' })
    expect(await loader.load('a')).toEqual({ title: 'bread' })
    expect(source.calls).toEqual([])
  })

  test('law 9: that says null is missing, for missingTtl', async () => {
    const { loader, source, plantOld, clock } = moving({ missingTtl: '2s' })
    await plantOld('a', null)
    expect(await loader.load('a')).toBe(null)
    await clock.advance(1_999)
    expect(await loader.load('a')).toBe(null)
    expect(source.calls).toEqual([])
  })

  test('law 9: comes after the older versions', async () => {
    const { loader, store, clock, plantOld } = moving()
    await plantOld('a', { name: 'oldest' })
    const one = createCache({ namespace: 'shop', store, clock }).loader('product', async () => [
      { name: 'one' },
    ])
    await one.load('a')
    expect(await loader.load('a')).toEqual({ title: 'one' })
  })

  test.each([
    ['has ended', (it: ReturnType<typeof moving>) => it.plantOld('a', { name: 'bread' }, NOW), 0],
    ['cannot be read', (it: ReturnType<typeof moving>) => it.plant('a', {}), 1],
  ])('counts as absent where it %s', async (_, plant, failures) => {
    const it = moving({
      legacy: {
        key: (id) => `old:${id}`,
        read: (text) => {
          const { v, e } = JSON.parse(text)
          return { value: v, expires: e }
        },
      },
    })
    await plant(it)
    expect(await it.loader.load('a')).toEqual({ title: 'loaded' })
    expect(it.events.failed).toHaveLength(failures)
    expect(it.source.calls).toHaveLength(1)
  })

  test.each([true, false])(
    'law 3: is invalidated with its ID, and is deleted by a prime; leases in the store: %s',
    async (hasLeases) => {
      const { loader, source, plantOld, under } = moving({}, { hasLeases })
      await plantOld('a', { name: 'bread' })
      await plantOld('b', { name: 'butter' })
      expect(await loader.invalidateMany(['a', 'c'])).toEqual([true, false])
      await loader.prime('b', { title: 'primed' })

      expect([await under('old:a'), await under('old:b')]).toEqual([undefined, undefined])
      expect(await loader.load('a')).toEqual({ title: 'loaded' })
      expect(await loader.load('b')).toEqual({ title: 'primed' })
      expect(source.calls).toHaveLength(1)
    },
  )

  test.each(['deleted', 'replaced'])('law 9: is not written back once it is %s', async (change) => {
    const { loader, store, plantOld, under, clock, events } = moving()
    await plantOld('a', { name: 'bread' })
    const promoting = barrier()
    store.inject(hold(promoting), 'promote')
    await loader.load('a')
    await promoting.arrived()
    if (change === 'deleted') await store.deleteMany(['old:a'])
    else await plantOld('a', { name: 'cake' })
    promoting.open()
    await clock.advance(0)

    expect(events.upgraded).toEqual([{ loader: 'product', id: 'a', from: 0, written: false }])
    expect(await under(CURRENT)).toBe(undefined)
  })

  test('is no news to a refresh of what is stale', async () => {
    const { loader, source, plantOld, clock } = moving({ grace: '1m' })
    await loader.load('a')
    await plantOld('a', { name: 'bread' }, NOW + 60_000)
    await clock.advance(11_000)
    await loader.load('a')
    await clock.advance(0)
    expect(source.calls).toHaveLength(2)
    expect(await loader.load('a')).toEqual({ title: 'loaded' })
  })

  test.each<[string, object, Store]>([
    ['Loader "x": legacy: expected none, with a scope', { scope: () => 'a', legacy: {} }, memoryStore()],
    ['Loader "x": legacy.key: expected a function', { legacy: { read: () => undefined } }, memoryStore()],
    ['Loader "x": legacy: expected', { legacy: { key: String, read: String, prefix: '' } }, memoryStore()],
    [
      'Loader "x": legacy: expected none, on a store of several parts',
      { legacy: { key: String, read: String } },
      partedStore({ a: memoryStore() }),
    ],
  ])('%s', async (message, policy, store) => {
    const cache = createCache({ namespace: 'shop', store })
    expect(() => cache.loader('x', async () => [], policy)).toThrow(message)
    await cache.close()
  })

  test('needs a key that is a string', async () => {
    const { loader } = moving({ legacy: { key: () => 7 as unknown as string, read: () => undefined } })
    await expect(loader.load('a')).rejects.toThrow(
      'legacy.key: expected a string as its answer, received "a number"',
    )
  })
})
