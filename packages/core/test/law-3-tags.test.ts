/** Law 3 with tags, case by case. `law-3-tag-schedules.test.ts` searches for those that nobody has thought of. */
import { describe, expect, test } from '@jest/globals'
import {
  InvalidationPendingError,
  InvalidationRefusedError,
  inProcessLeases,
  memoryStore,
} from '@larder/core'
import { barrier, fail, hang, hold, holdReply, times } from '@larder/core/testing'
import { heldBus, withBus } from './support/held-bus.ts'
import { withoutBus, withoutLeases } from './support/parts.ts'
import { SHELF_TIMEOUT, shelves } from './support/shelves.ts'
import { releases } from './support/versions.ts'

describe('a load that began before a tag was invalidated', () => {
  test('law 3: is dead, though it is stored after that', async () => {
    const { clock, source, join } = shelves()
    const { loader, invalidateTags } = join()
    const answer = barrier()
    source.inject(hold(answer))
    const reading = loader.load('top')
    await answer.arrived()
    await clock.advance(5)
    await invalidateTags('milk')
    source.heal()
    answer.open()
    expect(await reading).toEqual(['bread', 'milk'])
    source.rows.set('top', ['new'])
    expect(await loader.load('top')).toEqual(['new'])
  })

  test('law 3: is given to nobody who comes after, though its fill is accepted', async () => {
    const { clock, source, join } = shelves()
    const { loader } = join()
    const other = join()
    const answer = barrier()
    source.inject(times(1, hold(answer)))
    const first = loader.load('top')
    await answer.arrived()
    await clock.advance(5)
    await other.invalidateTags('milk')
    const second = loader.load('top')
    await clock.advance(0)
    const old = source.rows.get('top')
    answer.open()
    expect(await first).toEqual(old)
    source.rows.set('top', ['new'])
    expect(await second).toEqual(['new'])
  })

  test('law 3: is dead in the process that asks for it before the store has done it', async () => {
    const { clock, source, join } = shelves()
    const { cache, loader, store } = join()
    await loader.load('top')
    await clock.advance(5)
    const marks = barrier()
    store.inject(hold(marks), 'mark')
    const invalidating = cache.invalidateTags(['milk'])
    source.rows.set('top', ['new'])
    const reading = loader.load('top')
    await clock.advance(SHELF_TIMEOUT - 1)
    marks.open()
    await invalidating
    expect(await reading).toEqual(['new'])
    // It has waited for the mark, so that what it loads outlives it.
    await clock.advance(1)
    await loader.load('top')
    expect(source.countOf('top')).toBe(2)
  })

  test.each([
    ['every message lost', withoutBus],
    ['without leases', withoutLeases],
  ])('law 3: is dead in every process, %s', async (_, part) => {
    const { source, clock, join } = shelves()
    const [here, there] = [join({}, { store: part }), join({}, { store: part })]
    await Promise.all([here.loader.load('top'), there.loader.load('top')])
    const before = source.countOf('top')
    await clock.advance(5)
    await here.invalidateTags('bread')
    source.rows.set('top', ['new'])
    expect(await there.loader.load('top')).toEqual(['new'])
    expect(await here.loader.load('top')).toEqual(['new'])
    expect(source.countOf('top')).toBe(before + 1)
  })

  test('law 3: is dead though a refresh of it is stored after that', async () => {
    const { clock, source, join } = shelves()
    const { loader, invalidateTags } = join()
    await loader.load('top')
    await clock.advance(12_000)
    const answer = barrier()
    source.inject(times(1, hold(answer)))
    await loader.load('top')
    await answer.arrived()
    await invalidateTags('milk')
    answer.open()
    await clock.advance(0)
    source.rows.set('top', ['new'])
    expect(await loader.load('top')).toEqual(['new'])
  })

  test('law 3: is dead for who reads it with a loader that has no tags by now', async () => {
    const { clock, source, join } = shelves()
    const tagged = join()
    const untagged = join({ tags: undefined })
    await tagged.loader.load('top')
    await clock.advance(5)
    await tagged.invalidateTags('milk')
    source.rows.set('top', ['new'])
    expect(await untagged.loader.load('top')).toEqual(['new'])
  })

  test('law 3: is dead by `invalidateAll`, though a loader without tags has stored it', async () => {
    const { clock, source, join } = shelves()
    const [tagged, untagged] = [join(), join({ tags: undefined, ttl: '30d' })]
    await untagged.loader.load('top')
    await clock.advance(5)
    await tagged.loader.invalidateAll()
    await clock.advance(1)
    source.rows.set('top', ['new'])
    expect(await tagged.loader.load('top')).toEqual(['new'])
    await untagged.loader.load('low')
    await clock.advance(7 * 86_400_000)
    expect(await untagged.loader.cached('low')).toEqual(['milk'])
    expect(await tagged.loader.cached('low')).toBeUndefined()
  })

  test('law 3: is dead while something else lies under the key of the marker', async () => {
    const { shared, source, join } = shelves()
    const { loader, invalidateTags } = join()
    await loader.load('top')
    await shared.writeMany([{ key: 'shop:tag:{milk}', before: 'not ours', after: '', life: 60_000 }])
    await loader.load('top')
    expect(source.countOf('top')).toBe(2)
    await invalidateTags('milk')
    await loader.load('top')
    await loader.load('top')
    expect(source.countOf('top')).toBe(3)
  })
})

describe('an invalidation of tags that the store does not confirm', () => {
  test('law 3: rejects, says which, and is tried again until it is done', async () => {
    const { clock, join } = shelves()
    const { cache, store } = join()
    const told: unknown[] = []
    cache.on('tags-invalidated', (event) => void told.push(event))
    store.inject(fail(), 'mark')
    const invalidating = cache.invalidateTags(['a', 'b'])
    await expect(invalidating).rejects.toThrow(InvalidationPendingError)
    await expect(invalidating).rejects.toMatchObject({
      tags: ['a', 'b'],
      ids: [],
      message: expect.stringMatching(/^invalidateTags: the store has not confirmed 2 invalidated tags yet/),
    })
    expect(told).toEqual([])
    store.heal()
    await clock.advance(200)
    expect(told).toEqual([{ tags: ['a', 'b'], loaders: [] }])
    expect(store.calls('mark')).toHaveLength(2)
    expect(clock.timers).toBe(0)
  })

  test('law 3: is obeyed in this process meanwhile: what was loaded before is dead, what is loaded later lives', async () => {
    const { clock, source, join } = shelves()
    const { loader, store, cache } = join()
    await loader.load('top')
    await clock.advance(5)
    store.inject(fail(), 'mark')
    await expect(cache.invalidateTags(['milk'])).rejects.toThrow(InvalidationPendingError)
    source.rows.set('top', ['milk', 'new'])
    await clock.advance(1)
    expect(await loader.load('top')).toEqual(['milk', 'new'])
    expect(await loader.load('top')).toEqual(['milk', 'new'])
    expect(source.countOf('top')).toBe(2)
  })

  test('law 3: one of all that a loader has says so', async () => {
    const { join } = shelves()
    const { loader, store } = join()
    store.inject(fail(), 'mark')
    await expect(loader.invalidateAll()).rejects.toMatchObject({
      tags: [],
      message: expect.stringMatching(/^Loader "shelf": the store has not confirmed 1 invalidated loader yet/),
    })
  })

  test('law 3: is refused where too many wait for it', async () => {
    const { join } = shelves()
    const { cache, store } = join()
    store.inject(fail(), 'mark')
    const many = Array.from({ length: 10_001 }, (_, i) => `tag ${i}`)
    await expect(cache.invalidateTags(many)).rejects.toThrow(InvalidationRefusedError)
  })

  test('law 3: is tried once more when the cache closes, and is told as lost', async () => {
    const { join } = shelves()
    const { cache, loader, store } = join()
    const lost: unknown[] = []
    cache.on('tag-invalidation-lost', (event) => void lost.push(event))
    store.inject(fail(), 'mark')
    await expect(cache.invalidateTags(['a'])).rejects.toThrow(InvalidationPendingError)
    await expect(loader.invalidateAll()).rejects.toThrow(InvalidationPendingError)
    await cache.close()
    expect(store.calls('mark').flat()).toEqual([
      'shop:tag:{a}',
      'shop:all:{shelf}',
      'shop:tag:{a}',
      'shop:all:{shelf}',
    ])
    expect(lost).toEqual([{ tags: ['a'], loaders: ['shelf'] }])
  })
})

describe('an entry of an older version', () => {
  const name = (value: unknown) => [`v:${(value as { v: number }).v}`]

  test('law 3: is dead by its own tags, and is not written back', async () => {
    const { clock, release, stored } = releases()
    const old = release(1, [], { tags: () => ['old'] })
    const now = release(2, [1], { tags: () => [] })
    await old.loader.load('a')
    await clock.advance(5)
    await now.cache.invalidateTags(['old'])
    await clock.advance(1)
    expect(await now.loader.cached('a')).toBeUndefined()
    expect(await now.loader.load('a')).toEqual({ v: 2 })
    await clock.advance(0)
    expect(now.events).toEqual([])
    expect((await stored(2))[0]).toBe('{"v":2}')
  })

  test('law 3: is dead by what its new value bears', async () => {
    const { clock, release } = releases()
    const old = release(1)
    const now = release(2, [1], { tags: name })
    await old.loader.load('a')
    await clock.advance(5)
    await now.cache.invalidateTags(['v:1'])
    await clock.advance(1)
    expect(await now.loader.load('a')).toEqual({ v: 2 })
  })

  test('law 3: bears both from then on, and is as old as it was', async () => {
    const { clock, release } = releases()
    const old = release(1, [], { tags: () => ['old'] })
    const now = release(2, [1], { tags: () => ['new'] })
    await old.loader.load('a')
    await clock.advance(5)
    for (const tag of ['old', 'new']) {
      expect(await now.loader.load('a')).toMatchObject({ v: 1, to: 2 })
      await clock.advance(5)
      expect(await now.loader.cached('a')).toMatchObject({ v: 1 })
      await now.cache.invalidateTags([tag])
      await clock.advance(1)
      expect(await now.loader.cached('a')).toBeUndefined()
      await now.loader.invalidate('a')
      await old.loader.load('a')
      await clock.advance(5)
    }
  })
})

test('law 3: of what something else has cached nobody knows the age, so any marker kills it', async () => {
  const { clock, shared, source, join } = shelves()
  const legacy = { key: (id: string) => `old:${id}`, read: (text: string) => ({ value: JSON.parse(text) }) }
  const { loader, invalidateTags } = join({ legacy })
  const plant = (id: string) =>
    shared.writeMany([{ key: `old:${id}`, before: '["milk","', after: '"]', life: 60_000, at: 7 }])
  await plant('top')
  expect(await loader.load('top')).toEqual(['milk', '7'])
  await invalidateTags('milk')
  await clock.advance(5)
  await plant('low')
  expect(await loader.cachedMany(['top', 'low'])).toEqual([undefined, undefined])
  expect(await loader.loadMany(['top', 'low'])).toEqual([['bread', 'milk'], ['milk']])
  expect([source.countOf('top'), source.countOf('low')]).toEqual([1, 1])
})

describe('what is near', () => {
  test('law 3: and bears a tag that this process invalidates is dead at once', async () => {
    const { clock, source, join } = shelves()
    const { loader, cache, store } = join({}, { near: { ttl: 2_000 } })
    await loader.loadMany(['top', 'bare'])
    await loader.loadMany(['top', 'bare'])
    await clock.advance(5)
    store.inject(hang(), 'mark')
    cache.invalidateTags(['milk']).catch(() => {})
    const before = store.calls('readMany').length
    expect(await loader.load('bare')).toEqual([])
    expect(store.calls('readMany')).toHaveLength(before)
    source.rows.set('top', ['new'])
    const reading = loader.load('top')
    await clock.advance(2 * SHELF_TIMEOUT)
    expect(await reading).toEqual(['new'])
  })

  test('law 3: and bears a tag that another invalidates is dead when the news arrives, and within its ttl without', async () => {
    const { clock, source, join, shared } = shelves((clock) => {
      const { leases, bus, ...values } = memoryStore({ clock })
      return { ...values, ...inProcessLeases(values, clock) }
    })
    const bus = heldBus(shared.bus)
    const there = join({}, { near: { ttl: 2_000 }, store: (store) => withBus(store, bus) })
    const here = join({}, { store: withoutBus })
    const old = ['bread', 'milk']
    for (let i = 0; i < 2; i++) await there.loader.load('top')
    await clock.advance(5)
    bus.untold.length = 0
    await here.invalidateTags('milk')
    source.rows.set('top', ['milk', 'new'])
    expect(await there.loader.load('top')).toEqual(old)
    bus.deliver()
    expect(await there.loader.load('top')).toEqual(['milk', 'new'])

    await there.loader.load('top')
    bus.untold.length = 0
    await clock.advance(5)
    await here.invalidateTags('milk')
    source.rows.set('top', ['newer'])
    expect(await there.loader.load('top')).toEqual(['milk', 'new'])
    await clock.advance(2_000)
    expect(await there.loader.load('top')).toEqual(['newer'])
  })

  test('law 3: is not kept where the tag was invalidated while it was read', async () => {
    const { clock, source, join } = shelves()
    const { loader, store, cache } = join({}, { near: { ttl: 2_000 } })
    await loader.load('top')
    await clock.advance(5)
    const reply = barrier()
    store.inject(times(1, holdReply(reply)), 'readMany')
    const reading = loader.load('top')
    await reply.arrived()
    store.inject(hang(), 'mark')
    cache.invalidateTags(['milk']).catch(() => {})
    source.rows.set('top', ['new'])
    reply.open()
    await clock.advance(2 * SHELF_TIMEOUT)
    await reading
    const again = loader.load('top')
    await clock.advance(2 * SHELF_TIMEOUT)
    expect(await again).toEqual(['new'])
  })
})
