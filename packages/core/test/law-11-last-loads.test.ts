/** What a cache that closes begins no more, and what it still tells of. */
import { expect, test } from '@jest/globals'
import { CacheClosedError, memoryStore } from '@larder/core'
import { barrier, type Fault, hold, holdReply, manualClock } from '@larder/core/testing'
import { close, expectSilence } from './support/closing.ts'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

test('law 11: what was asking for its lease when the cache closed calls no source, and gives the lease back', async () => {
  const made = productLoader()
  const { cache, loader, clock, source, store } = made
  const slow = barrier()
  source.inject(hold(slow))
  const running = loader.load('a')
  await slow.arrived()
  const late = barrier()
  store.inject(holdReply(late), 'acquire')
  const read = outcomeOf(loader.load('b'))
  await late.arrived()
  const closing = cache.close()
  late.open()
  await clock.advance(0)
  slow.open()
  await closing

  expect(await running).toBe('old a')
  expect(await read).toEqual({ error: expect.any(CacheClosedError) })
  expect(source.countOf('b')).toBe(0)
  expect(store.calls('release').flat()).toEqual(['shop:{product//b}:lease'])
  await expectSilence(made)
})

test('law 4: a load that fails by itself while its cache closes cools its key down for the others', async () => {
  const clock = manualClock()
  const store = memoryStore({ clock })
  let calls = 0
  for (let i = 0; i < 5; i++) {
    const { loader, cache, source } = productLoader({ cooldown: { base: '10s' } }, { clock, store })
    const slow = barrier()
    source.inject(async () => {
      calls++
      await slow.pass()
      throw new Error('down')
    })
    const read = outcomeOf(loader.load('a'))
    await clock.advance(0)
    const closing = cache.close()
    slow.open()
    await closing
    expect(await read).toMatchObject({
      error: i === 0 ? { message: 'down' } : { code: 'LARDER_COOLING_DOWN' },
    })
  }
  expect(calls).toBe(1)
})

test('law 11: warming that is still looking what is absent ends when the cache closes', async () => {
  const made = productLoader({ maxBatchSize: 1 })
  const { loader, clock, store } = made
  const slowly: Fault = async (execute) => {
    await new Promise<void>((resolve) => clock.after(200, resolve, { ref: true }))
    return execute()
  }
  store.inject(slowly, 'readMany')
  const warming = outcomeOf(loader.warm(Array.from({ length: 50 }, (_, i) => `${i}`)))
  await clock.advance(500)
  const before = store.calls('readMany').length
  expect(await close(made)).toBeLessThanOrEqual(200)
  expect(await warming).toEqual({ error: expect.any(CacheClosedError) })
  expect(store.calls('readMany').length).toBe(before)
})
