import { describe, expect, test } from '@jest/globals'
import { CacheClosedError, createCache, memoryStore, type Store } from '@larder/core'
import {
  barrier,
  type Fault,
  fail,
  faultyStore,
  hang,
  holdReply,
  type StoreOperation,
} from '@larder/core/testing'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

const closed = { error: expect.any(CacheClosedError) }
const HOUR = 3_600_000

/** Closes the cache while time passes, and says how long that took. */
async function close({ cache, clock }: ReturnType<typeof productLoader>): Promise<number> {
  const began = clock.monotonic()
  let took: number | undefined
  const closing = cache.close().then(() => {
    took = clock.monotonic() - began
  })
  while (took === undefined && clock.monotonic() - began < HOUR) await clock.advance(10)
  await closing
  return took as number
}

/** Nothing is pending, and nothing happens any more, however long one waits. */
async function expectSilence({ clock, store, source }: ReturnType<typeof productLoader>) {
  expect(clock.timers).toBe(0)
  const commands = () => COMMANDS.map((name) => store.calls(name).length)
  const before = [...commands(), source.calls.length]
  await clock.advance(HOUR)
  expect([...commands(), source.calls.length]).toEqual(before)
}
const COMMANDS = [
  ...(['readMany', 'writeMany', 'deleteMany', 'acquire', 'fill', 'fail', 'release'] as const),
  ...(['promote', 'invalidate', 'prime'] as const),
]

describe('closing while the source works', () => {
  test('law 11: rejects those who wait at once, and aborts the load', async () => {
    const made = productLoader()
    const { loader, clock, source, store } = made
    source.inject(hang())
    const reads = [outcomeOf(loader.load('a')), outcomeOf(loader.load('a'))]
    await clock.advance(0)

    expect(await close(made)).toBe(0)
    expect(await Promise.all(reads)).toEqual([closed, closed])
    expect(source.calls[0]?.context.signal.reason).toBeInstanceOf(CacheClosedError)
    // Another process need not wait for the lease to end.
    expect(store.calls('release').flat()).toEqual(['shop:{product//a}:lease'])
    expect(store.calls('fail')).toEqual([])
    await expectSilence(made)
  })

  test('law 11: ends a refresh', async () => {
    const made = productLoader()
    await made.loader.load('a')
    await made.clock.advance(10_000)
    made.source.inject(hang())
    await made.loader.load('a')
    await made.clock.advance(0)

    expect(await close(made)).toBe(0)
    expect(made.source.calls[1]?.context.signal.aborted).toBe(true)
    await expectSilence(made)
  })

  test('law 11: rejects those who wait for the lease of another process', async () => {
    const store = memoryStore()
    const other = productLoader({}, { store })
    other.source.inject(hang())
    const othersRead = outcomeOf(other.loader.load('a'))
    await other.clock.advance(0)
    const made = productLoader({}, { store })
    const read = outcomeOf(made.loader.load('a'))
    await made.clock.advance(0)
    expect(made.clock.timers).toBe(1)

    expect(await close(made)).toBe(0)
    expect(await read).toEqual(closed)
    await expectSilence(made)
    await close(other)
    expect(await othersRead).toEqual(closed)
  })

  test('law 11: a load that ignores its signal is not waited for, and what it answers is not written', async () => {
    for (const late of [async () => ['late'], () => Promise.reject(new Error('late'))]) {
      const made = productLoader()
      const slow = barrier()
      made.source.inject(() => slow.pass().then(() => late() as never))
      const read = outcomeOf(made.loader.load('a'))
      await slow.arrived()
      await close(made)
      expect(await read).toEqual(closed)
      slow.open()

      await expectSilence(made)
      expect(made.store.calls('fill')).toEqual([])
    }
  })
})

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

describe('a cache that is closed', () => {
  test('law 11: refuses everything with a CacheClosedError, and asks neither store nor source', async () => {
    const made = productLoader()
    const { cache, loader } = made
    await loader.load('a')
    await close(made)
    const commands = await made.commandsOf(async () => {
      const refused = [loader.load('a'), loader.loadMany(['a']), loader.loadMany([])]
      refused.push(loader.invalidate('a') as never, loader.invalidateMany(['a']) as never)
      refused.push(loader.prime('a', 'primed') as never)
      for (const outcome of await Promise.all(refused.map((it) => outcomeOf<unknown>(it)))) {
        expect(outcome).toEqual({ error: expect.objectContaining({ code: 'LARDER_CLOSED' }) })
      }
      expect(() => cache.loader('late', async (ids: readonly string[]) => ids)).toThrow(CacheClosedError)
    })

    expect(commands).toEqual({})
    expect(made.source.calls.length).toBe(1)
  })

  test('law 11: closing again, also at the same time, is closing once', async () => {
    let closes = 0
    const store: Store = { ...memoryStore(), close: async () => void closes++ }
    const { cache } = productLoader({}, { store })
    await Promise.all([cache.close(), cache.close()])
    await cache.close()

    expect(closes).toBe(1)
  })

  test('law 11: listens to the bus no longer, and tells its own listeners nothing', async () => {
    const inner = memoryStore()
    let listening = 0
    const bus: Store['bus'] = {
      subscribe: (listener) => {
        listening++
        const end = inner.bus?.subscribe(listener)
        return () => {
          listening--
          end?.()
        }
      },
    }
    const { leases, ...values } = faultyStore(inner)
    const cache = createCache({ namespace: 'shop', store: { ...values, ...(leases && { leases }), bus } })
    expect(listening).toBe(1)
    await cache.close()

    expect(listening).toBe(0)
  })
})
