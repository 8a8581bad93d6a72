/** Where entries and markers lie in parts with clocks of their own, times are translated by way of this process. */
import { describe, expect, test } from '@jest/globals'
import { memoryStore, type Store } from '@larder/core'
import { type ManualClock, manualClock } from '@larder/core/testing'
import { partedStore } from './support/parted-store.ts'
import { shelves } from './support/shelves.ts'

const HOUR = 3_600_000

/** The same time, `by` milliseconds ahead. */
function ahead(clock: ManualClock, by: number): ManualClock {
  return Object.create(clock, { now: { value: () => clock.now() + by } })
}

/** Entries of `low` lie in one part, what marks `milk` in another. */
function apart(by: number, uncertainty: (part: string) => number = () => 0) {
  const scene = shelves()
  const { clock } = scene
  const part = (name: string, its: ManualClock): Store => ({
    ...memoryStore({ clock: its }),
    uncertainty: () => uncertainty(name),
  })
  const store = partedStore({ l: part('l', clock), m: part('m', ahead(clock, by)) })
  return { ...scene, ...scene.join({}, { store: () => store }) }
}

describe.each([
  ['ahead by an hour', HOUR],
  ['behind by an hour', -HOUR],
])('on a part whose clock is %s', (_, by) => {
  test('law 3: a marker kills what was loaded before, and nothing else', async () => {
    const { clock, loader, source, invalidateTags } = apart(by)
    await loader.load('low')
    await clock.advance(10)
    await loader.load('low')
    expect(source.calls).toHaveLength(1)
    await invalidateTags('milk')
    await clock.advance(10)
    await loader.load('low')
    expect(source.calls).toHaveLength(2)
    await clock.advance(10)
    await loader.load('low')
    expect(source.calls).toHaveLength(2)
  })
})

test('law 3: what may have been loaded before, as far as is known of the clocks, is dead', async () => {
  const { clock, loader, source, invalidateTags } = apart(HOUR, (part) => (part === 'l' ? 20 : 30))
  await loader.load('low')
  await clock.advance(100)
  await invalidateTags('milk')
  await clock.advance(40)
  await loader.load('low')
  await loader.load('low')
  expect(source.calls).toHaveLength(3)
  await clock.advance(20)
  await loader.load('low')
  await loader.load('low')
  expect(source.calls).toHaveLength(4)
})

test('law 3: while nothing is known of a clock, all whose tag has a marker is dead', async () => {
  let known = false
  const { clock, loader, source, invalidateTags } = apart(0, (part) =>
    part === 'l' || known ? 0 : Number.POSITIVE_INFINITY,
  )
  await loader.load('low')
  await loader.load('low')
  expect(source.calls).toHaveLength(1)
  await invalidateTags('milk')
  await clock.advance(100)
  await loader.load('low')
  await loader.load('low')
  expect(source.calls).toHaveLength(3)
  known = true
  await loader.load('low')
  expect(source.calls).toHaveLength(3)
})

test('law 3: what is primed counts as loaded no later than it may have been, by the store’s clock', async () => {
  const clock = manualClock()
  const scene = shelves(() => ({ ...memoryStore({ clock }), uncertainty: () => 50 }))
  const { loader, cache, store } = scene.join()
  // What this process takes for the time of the store is ahead of it.
  const late = scene.join({}, { store: (it) => ({ ...it, now: () => it.now() + 40 }) })
  await late.loader.prime('top', ['old'])
  await cache.invalidateTags(['old'])
  await clock.advance(1)
  expect(await loader.load('top')).toEqual(['bread', 'milk'])
  expect(store.calls('mark')).toHaveLength(1)
})
