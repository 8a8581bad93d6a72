/** Reads of keys whose invalidations are on their way: they wait for them no longer than for the store. */
import { describe, expect, test } from '@jest/globals'
import { type Fault, hang } from '@larder/core/testing'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

const ids = Array.from({ length: 20_000 }, (_, i) => `${i}`)
const last = '19999'

/** A store that takes 100 ms for each invalidation, of which there are twenty; the last key's load was 'old'. */
async function slowlyInvalidated() {
  const made = productLoader()
  const { loader, clock, store, source } = made
  const slowly: Fault = async (execute) => {
    await new Promise<void>((resolve) => clock.after(100, resolve, { ref: true }))
    return execute()
  }
  source.rows.set(last, 'old')
  await loader.load(last)
  source.rows.set(last, 'new')
  store.inject(slowly, 'invalidate')
  const invalidating = loader.invalidateMany(ids)
  const ended = () => clock.advance(2_000).then(() => invalidating)
  return { ...made, ended }
}

describe('a read of a key that many invalidations go before', () => {
  test('law 4: waits for storeTimeout, and is then answered by the source', async () => {
    const { loader, clock, source, store, ended } = await slowlyInvalidated()
    const commands = () => store.calls('readMany').length + store.calls('acquire').length
    const before = commands()
    const read = loader.load(last)
    await clock.advance(249)
    expect(source.countOf(last)).toBe(1)
    await clock.advance(1)
    expect(await read).toBe('new')
    expect(source.countOf(last)).toBe(2)
    expect(commands()).toBe(before)
    await ended()
  })

  test('law 3: what it is answered is not stored', async () => {
    const { loader, clock, store, ended } = await slowlyInvalidated()
    const read = loader.load(last)
    await clock.advance(250)
    await read
    await ended()
    expect(store.calls('fill').length).toBe(1)
    expect(await loader.cached(last)).toBe(undefined)
  })

  test('law 4: is not known to be cached meanwhile', async () => {
    const { loader, clock, ended } = await slowlyInvalidated()
    const cached = loader.cached(last)
    await clock.advance(250)
    expect(await cached).toBe(undefined)
    await ended()
  })

  test('law 4: waits no longer where its key is invalidated again and again, and the store hangs', async () => {
    const { loader, clock, store } = productLoader()
    store.injectEverywhere(hang())
    const invalidating: Promise<unknown>[] = []
    const waited: number[] = []
    for (let i = 0; i < 20; i++) {
      invalidating.push(outcomeOf(loader.invalidate('a')))
      const began = clock.monotonic()
      void loader.load('a').then(() => waited.push(clock.monotonic() - began))
      await clock.advance(100)
    }
    await clock.advance(250)
    expect(waited.length).toBe(20)
    expect(Math.max(...waited)).toBeLessThanOrEqual(251)
    store.heal()
    await clock.advance(60_000)
    await Promise.all(invalidating)
  })
})
