import { describe, expect, test } from '@jest/globals'
import { barrier, hold } from '@larder/core/testing'
import { releases } from './support/versions.ts'

describe('a promotion', () => {
  /** A release whose promotion waits at a barrier after it has read the older entry. */
  async function promoting() {
    const made = releases()
    await made.release(1).loader.load('a')
    const two = made.release(2, [1])
    const delivery = barrier()
    made.store.inject(hold(delivery), 'promote')
    expect(await two.loader.load('a')).toEqual({ v: 1, to: 2 })
    await delivery.arrived()
    const deliver = async () => {
      delivery.open()
      await made.clock.advance(0)
    }
    return { ...made, two, deliver }
  }

  test('law 9: writes nothing where the old entry has been invalidated meanwhile', async () => {
    const { release, stored, deliver, two } = await promoting()
    await release(1).loader.invalidate('a')
    await deliver()

    expect(await stored(1, 2)).toEqual([undefined, undefined])
    expect(two.events).toEqual([expect.objectContaining({ written: false })])
  })

  test('law 9: writes nothing where the old entry has been replaced meanwhile', async () => {
    const { release, stored, deliver } = await promoting()
    await release(1).loader.prime('a', { v: 'new' })
    await deliver()

    expect(await stored(1, 2)).toEqual(['{"v":"new"}', undefined])
  })

  test('law 9: writes nothing where there is a current entry already', async () => {
    const { release, stored, deliver } = await promoting()
    await release(2).loader.load('a')
    await deliver()

    expect(await stored(1, 2)).toEqual(['{"v":1}', '{"v":2}'])
  })

  test('law 9: that fails fails no read', async () => {
    const { release, store } = releases()
    await release(1).loader.load('a')
    const { loader, upgraded } = release(2, [1])
    store.inject(() => Promise.reject(new Error('no connection')), 'promote')

    for (const _ of [1, 2]) expect(await loader.load('a')).toEqual({ v: 1, to: 2 })
    expect(upgraded).toEqual([1, 1])
  })

  test('an entry whose key holds only a hash keeps its ID', async () => {
    const { release, store, clock } = releases()
    const id = 'x'.repeat(300)
    const one = release(1)
    one.source.rows.set(id, { v: 1 })
    await one.loader.load(id)
    await release(2, [1]).loader.load(id)
    await clock.advance(0)

    const keys: string[] = []
    for await (const key of store.scan?.('') ?? []) keys.push(key)
    const texts = await store.readMany(keys)
    expect(texts.map((text) => text?.includes(`{"id":"${id}"}`))).toEqual([true, true])
  })
})

describe('an invalidation', () => {
  test.each([
    [1, 2],
    [2, 1],
  ])('law 9: by version %d is obeyed by version %d', async (by, of) => {
    const { release, stored, clock } = releases()
    const [one, two] = [release(1), release(2, [1])]
    await one.loader.load('a')
    await two.loader.load('a')
    await clock.advance(0)
    const loaders = { 1: one, 2: two } as Record<number, typeof one>
    await loaders[by]?.loader.invalidate('a')

    expect(await stored(1, 2)).toEqual([undefined, undefined])
    for (const { source } of [one, two]) source.rows.set('a', { v: 'new' })
    expect(await loaders[of]?.loader.load('a')).toEqual({ v: 'new' })
  })

  test.each([
    [1, 2],
    [2, 1],
  ])('law 9: by version %d refuses a fill of version %d that is under way', async (by, of) => {
    const { release, stored } = releases()
    const [one, two] = [release(1), release(2)]
    const loaders = { 1: one, 2: two } as Record<number, typeof one>
    const slow = barrier()
    loaders[of]?.source.inject(hold(slow))
    const waiting = loaders[of]?.loader.load('a')
    await slow.arrived()
    await loaders[by]?.loader.invalidate('a')
    slow.open()
    await waiting

    expect(await stored(1, 2)).toEqual([undefined, undefined])
  })

  test('law 9: reaches as far back as upgrade does, and one ahead', async () => {
    const { release, stored } = releases()
    for (const version of [1, 2, 3, 4, 5]) await release(version).loader.load('a')
    await release(4, [2]).loader.invalidate('a')

    expect(await stored(1, 2, 3, 4, 5)).toEqual(['{"v":1}', undefined, undefined, undefined, undefined])
  })

  test('law 9: a prime leaves only its own version', async () => {
    const { release, stored } = releases()
    for (const version of [1, 2, 3]) await release(version).loader.load('a')
    await release(2).loader.prime('a', { v: 'primed' })

    expect(await stored(1, 2, 3)).toEqual([undefined, '{"v":"primed"}', undefined])
  })
})
