import { describe, expect, test } from '@jest/globals'
import { CacheClosedError } from '@larder/core'
import { barrier, type Fault, fail, hang, holdReply, type StoreOperation } from '@larder/core/testing'
import { close, expectSilence } from './support/closing.ts'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

const closed = { error: expect.any(CacheClosedError) }

describe('closing while the store hangs', () => {
  type Work = (loader: ReturnType<typeof productLoader>['loader']) => Promise<unknown>
  const HANGING: readonly (readonly [string, StoreOperation, Work])[] = [
    ['a read', 'readMany', (loader) => loader.load('a')],
    ['a read of what is absent', 'acquire', (loader) => loader.load('x')],
    ['an invalidation', 'invalidate', (loader) => loader.invalidate('a')],
    ['a prime', 'prime', (loader) => loader.prime('a', 'primed')],
  ]
  test.each(HANGING)('law 11: %s is over within the store’s timeout', async (_, operation, work) => {
    const made = productLoader()
    await made.loader.load('a')
    made.store.inject(hang(), operation)
    const outcome = outcomeOf(work(made.loader))
    await made.clock.advance(100)

    expect(await close(made)).toBeLessThanOrEqual(3 * 250)
    await expectSilence(made)
    expect(await outcome).toEqual({
      error: expect.objectContaining({ code: expect.stringMatching(/LARDER_(CLOSED|INVAL)/) }),
    })
  })

  test.each(['fill', 'fail'] as const)('law 11: a hanging %s is given up', async (operation) => {
    const made = productLoader()
    made.store.inject(hang(), operation)
    if (operation === 'fail') made.source.inject(fail())
    await outcomeOf(made.loader.load('a'))

    expect(await close(made)).toBeLessThanOrEqual(250)
    await expectSilence(made)
  })

  test('law 11: a read that has not yet gone to the store does not go there', async () => {
    const made = productLoader()
    const read = outcomeOf(made.loader.load('a'))

    expect(await close(made)).toBe(0)
    expect(await read).toEqual(closed)
    expect(made.store.calls('readMany')).toEqual([])
    await expectSilence(made)
  })

  test('law 11: a grant that arrives when its read has given up and the cache is closed stays where it is', async () => {
    const made = productLoader()
    const delivery = barrier()
    made.store.inject(holdReply(delivery), 'acquire')
    const read = made.loader.load('a')
    await made.clock.advance(0)
    await made.clock.advance(250)
    expect(await read).toBe('old a')
    await close(made)
    delivery.open()

    await expectSilence(made)
    expect(made.store.calls('release')).toEqual([])
  })

  test('law 11: a grant that arrives while it closes is given back, and nothing is loaded', async () => {
    const made = productLoader()
    const delivery = barrier()
    made.store.inject(holdReply(delivery), 'acquire')
    const read = outcomeOf(made.loader.load('a'))
    await delivery.arrived()
    const closing = close(made)
    delivery.open()
    await closing

    expect(await read).toEqual(closed)
    expect(made.source.calls).toEqual([])
    expect(made.store.calls('release').flat()).toEqual(['shop:{product//a}:lease'])
    await expectSilence(made)
  })
})

describe('closing with invalidations that were not delivered', () => {
  const broken: readonly (readonly [string, Fault])[] = [
    ['fails', fail()],
    ['hangs', hang()],
  ]
  test.each(broken)(
    'law 11: tries once more, tells what is lost, and stops, where the store %s',
    async (_, fault) => {
      const made = productLoader()
      const lost = made.record('invalidation-lost')
      made.store.inject(fault, 'invalidate')
      const pending = outcomeOf(made.loader.invalidateMany(['a', 'b']))
      await made.clock.advance(1000)
      expect(await pending).toMatchObject({ error: { code: 'LARDER_INVALIDATION_PENDING' } })

      const attempts = made.store.calls('invalidate').length
      expect(await close(made)).toBeLessThanOrEqual(2 * 250)
      expect(made.store.calls('invalidate').length).toBe(attempts + 1)
      expect(lost).toEqual([{ loader: 'product', ids: ['a', 'b'] }])
      await expectSilence(made)
    },
  )

  test.each([20, 120, 240])('law 11: also where a retry is under way since %d ms', async (ms) => {
    const made = productLoader()
    made.store.inject(hang(), 'invalidate')
    const pending = outcomeOf(made.loader.invalidate('a'))
    // The first attempt ends at 250 ms, the retry begins 75 ms later.
    await made.clock.advance(250 + 75 + ms)
    expect(made.store.calls('invalidate').length).toBe(2)
    await close(made)

    await expectSilence(made)
    expect(await pending).toMatchObject({ error: { code: 'LARDER_INVALIDATION_PENDING' } })
  })

  test('law 11: delivers them where the store is back', async () => {
    const made = productLoader()
    const lost = made.record('invalidation-lost')
    await made.loader.load('a')
    made.store.inject(fail(), 'invalidate')
    await outcomeOf(made.loader.invalidate('a'))
    made.store.heal()
    await close(made)

    expect(await made.store.readMany(['shop:{product//a}:v1'])).toEqual([undefined])
    expect(lost).toEqual([])
  })
})
