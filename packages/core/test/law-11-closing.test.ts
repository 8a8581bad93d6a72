import { describe, expect, test } from '@jest/globals'
import { CacheClosedError, memoryStore, OptionError, type Store } from '@larder/core'
import { barrier, faultyStore, hang, hold } from '@larder/core/testing'
import { close, expectSilence } from './support/closing.ts'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

const closed = { error: expect.any(CacheClosedError) }

describe('closing while the source works', () => {
  test('law 11: lets a load end, gives its readers their answer, and fills the store', async () => {
    const made = productLoader()
    const { cache, loader, clock, source, store } = made
    const slow = barrier()
    source.inject(hold(slow))
    const read = loader.load('a')
    await slow.arrived()
    const closing = cache.close({ within: '2s' })
    await clock.advance(1_999)
    expect(source.calls[0]?.context.signal.aborted).toBe(false)
    slow.open()
    await closing

    expect(await read).toBe('old a')
    expect(store.calls('fill').length).toBe(1)
    await expectSilence(made)
  })

  test('law 11: lets a refresh end, and begins no other', async () => {
    const made = productLoader()
    const { cache, loader, clock, source, store } = made
    await loader.loadMany(['a', 'b'])
    await clock.advance(10_000)
    const slow = barrier()
    source.inject(hold(slow))
    await loader.load('a')
    await slow.arrived()
    await loader.load('b')
    const closing = cache.close()
    await clock.advance(10)
    slow.open()
    await closing

    expect(source.calls.slice(1).map(({ ids }) => ids)).toEqual([['a']])
    expect(store.calls('fill').length).toBe(2)
    await expectSilence(made)
  })

  test('law 11: waits for it no longer than a second, unless it is told otherwise', async () => {
    const made = productLoader()
    made.source.inject(hang())
    const read = outcomeOf(made.loader.load('a'))
    await made.clock.advance(0)
    expect(await close(made, {})).toBe(1_000)
    expect(await read).toEqual(closed)
    expect(made.source.calls[0]?.context.signal.reason).toBeInstanceOf(CacheClosedError)
  })

  test('law 11: whoever closes it again with less time shortens the waiting for everyone, and nobody lengthens it', async () => {
    for (const [within, again, lasts] of [
      ['10s', 2_000, 2_500],
      ['10s', 0, 500],
      ['2s', 60_000, 2_000],
    ] as const) {
      const made = productLoader()
      const { cache, clock, loader, source } = made
      source.inject(hang())
      const read = outcomeOf(loader.load('a'))
      await clock.advance(0)
      const ended: number[] = []
      const closed = (options: Parameters<typeof cache.close>[0]) =>
        cache.close(options).then(() => ended.push(clock.monotonic() - began))
      const began = clock.monotonic()
      const closing = [closed({ within })]
      await clock.advance(500)
      closing.push(closed({ within: again }))
      await clock.advance(lasts - 500)
      await Promise.all(closing)
      expect(ended).toEqual([lasts, lasts])
      expect(await read).toMatchObject({ error: { code: 'LARDER_CLOSED' } })
      expect(clock.timers).toBe(0)
      await expectSilence(made)
    }
  })

  test('a bound that is none is refused, and nothing is closed', async () => {
    const { cache, loader } = productLoader()
    await expect(cache.close({ within: 'soon' as never })).rejects.toThrow(OptionError)
    expect(await loader.load('a')).toBe('old a')
  })

  test('law 11: rejects those who wait at once, and aborts the load where it is given no time', async () => {
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

  test('law 11: listens to the bus while something is fetched, and then no longer, and tells its own listeners nothing', async () => {
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
    const store = { ...values, ...(leases && { leases }), bus }
    const { cache, loader, clock } = productLoader({}, { store })
    expect(listening).toBe(0)
    await leases?.acquire([
      { lease: 'shop:{product//a}:lease', keys: [], token: 'somebody', seen: undefined, life: 60_000 },
    ])
    const waiting = outcomeOf(loader.load('a'))
    await clock.advance(0)
    expect(listening).toBe(1)
    await cache.close()

    expect(await waiting).toMatchObject({ error: { code: 'LARDER_CLOSED' } })
    expect(listening).toBe(0)
  })
})
