/** Law 4 where markers cannot be read: a read pays `storeTimeout` in all, and then goes past the store. */
import { describe, expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { type Fault, faultyStore, hang } from '@larder/core/testing'
import { partedStore } from './support/parted-store.ts'
import { SHELF_TIMEOUT, shelves } from './support/shelves.ts'
import { slow } from './support/slow.ts'

/** The first call of every two goes through `first`, the second through `second`. */
function inTurns(first: Fault, second: Fault): Fault {
  let calls = 0
  return (execute) => (calls++ % 2 === 0 ? first : second)(execute)
}

const shelf = ['bread', 'milk']

const well: Fault = (execute) => execute()

describe('where the markers cannot be read', () => {
  test('law 4: a read of what bears tags takes storeTimeout in all, and loads', async () => {
    const { clock, source, join } = shelves()
    const { loader, store } = join()
    await loader.load('top')
    store.inject(inTurns(slow(clock, SHELF_TIMEOUT - 50), hang()), 'readMany')
    const began = clock.monotonic()
    let took = 0
    const reading = loader.load('top').finally(() => {
      took = clock.monotonic() - began
    })
    await clock.advance(SHELF_TIMEOUT + 10)
    expect(await reading).toEqual(['bread', 'milk'])
    expect(took).toBeLessThanOrEqual(SHELF_TIMEOUT)
    expect(source.countOf('top')).toBe(2)
    // The entry is not known to be dead, and so it is not overwritten.
    expect(store.calls('acquire')).toHaveLength(1)
    await clock.advance(SHELF_TIMEOUT)
  })

  test('law 4: a reader who was told what another has stored, and cannot judge it, loads past it', async () => {
    const { clock, source, join } = shelves()
    const [owner, reader] = [join(), join()]
    source.inject(slow(clock, 100))
    const first = owner.loader.load('top')
    await clock.advance(10)
    const second = reader.loader.load('top')
    await clock.advance(10)
    reader.store.inject(hang(), 'readMany')
    source.heal()
    await clock.advance(SHELF_TIMEOUT + 100)
    expect(await Promise.all([first, second])).toEqual([shelf, shelf])
    expect(source.countOf('top')).toBe(2)
    // What may be alive is not overwritten.
    expect(reader.store.calls('fill')).toHaveLength(0)
    await clock.advance(SHELF_TIMEOUT)
  })

  test('law 4: nor is it overwritten behind readers', async () => {
    const { clock, source, join } = shelves()
    const [owner, warming] = [join(), join()]
    warming.store.inject(inTurns(well, hang()), 'readMany')
    warming.store.inject(async (execute) => {
      await owner.loader.load('top')
      return execute()
    }, 'acquire')
    const warmed = warming.loader.warm(['top'])
    await clock.advance(2 * SHELF_TIMEOUT)
    expect(await warmed).toMatchObject({ loaded: 0, failed: 1 })
    expect(source.countOf('top')).toBe(1)
  })

  test('law 4: what bears none is served', async () => {
    const { clock, source, join } = shelves()
    const { loader, store } = join({ tags: undefined })
    await loader.load('top')
    store.inject(inTurns(well, hang()), 'readMany')
    expect(await loader.load('top')).toEqual(['bread', 'milk'])
    expect(source.countOf('top')).toBe(1)
    await clock.advance(0)
  })

  test('law 4: where their part is out, reads share a load, and once its circuit is open they wait for nothing', async () => {
    const { clock, source, join } = shelves()
    const parts = { l: memoryStore({ clock }), m: memoryStore({ clock }) }
    const markers = faultyStore(parts.m)
    const { loader } = join({}, { store: () => partedStore({ ...parts, m: markers }) })
    await loader.load('low')
    markers.injectEverywhere(hang())
    for (let round = 0; round < 5; round++) {
      const before = source.calls.length
      const reading = Promise.all([loader.load('low'), loader.load('low'), loader.loadMany(['low'])])
      await clock.advance(SHELF_TIMEOUT)
      await reading
      expect(source.calls).toHaveLength(before + 1)
    }
    const before = markers.calls('readMany').length
    expect(await loader.load('low')).toEqual(['milk'])
    expect(markers.calls('readMany')).toHaveLength(before)
    markers.heal()
    await clock.advance(3_000)
    const loads = source.calls.length
    await loader.load('low')
    await clock.advance(0)
    await loader.load('low')
    expect(source.calls.length).toBeLessThanOrEqual(loads + 1)
  })
})
