import { AsyncLocalStorage } from 'node:async_hooks'
import { getEventListeners } from 'node:events'
import { describe, expect, test } from '@jest/globals'
import { createCache } from '@larder/core'
import { barrier, fail, hang, hold, manualClock } from '@larder/core/testing'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

const impatient = new Error('the client has gone')

describe('a caller that gives up', () => {
  test('law 5: ends its own waiting, and neither the load nor the waiting of others', async () => {
    const { loader, clock, source, store } = productLoader()
    const slow = barrier()
    source.inject(hold(slow))
    const caller = new AbortController()
    const gaveUp = outcomeOf(loader.load('a', { signal: caller.signal }))
    await slow.arrived()
    const patient = loader.loadMany(['a', 'b'], { signal: new AbortController().signal })
    caller.abort(impatient)

    expect(await gaveUp).toEqual({ error: impatient })
    expect(source.calls[0]?.context.signal.aborted).toBe(false)
    slow.open()
    expect(await patient).toEqual(['old a', 'old b'])
    await clock.advance(0)
    expect(store.calls('fill').flat()).toEqual(['shop:{product//a}:lease', 'shop:{product//b}:lease'])
    expect(source.calls.length).toBe(2)
  })

  test('law 5: what it did not wait for is there for the next one', async () => {
    const { loader, clock, source } = productLoader()
    const slow = barrier()
    source.inject(hold(slow))
    const caller = new AbortController()
    const gaveUp = outcomeOf(loader.load('a', { signal: caller.signal }))
    await slow.arrived()
    caller.abort()
    expect(await gaveUp).toMatchObject({ error: { name: 'AbortError' } })
    slow.open()
    await clock.advance(0)

    expect(await loader.load('a')).toBe('old a')
    expect(source.calls.length).toBe(1)
  })

  test('one that had given up before it asked is told at once', async () => {
    const { loader, source } = productLoader()
    source.inject(hang())

    const answers = [loader.load('a', { signal: AbortSignal.abort(impatient) })]
    expect(await Promise.all(answers.map(outcomeOf))).toEqual([{ error: impatient }])
    const many = loader.loadMany(['a'], { signal: AbortSignal.abort(impatient) })
    expect(await outcomeOf(many)).toEqual({ error: impatient })
  })

  test('its signal is not listened to any longer than the read takes', async () => {
    const { loader, source } = productLoader()
    const { signal } = new AbortController()
    await loader.loadMany(['a', 'b'], { signal })
    source.inject(fail())
    await outcomeOf(loader.load('c', { signal }))

    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('many reads with one signal, as those of a request, are one listener', async () => {
    const { loader, clock } = productLoader()
    const { signal } = new AbortController()
    const reads = Array.from({ length: 20 }, () => loader.load('a', { signal }))
    expect(getEventListeners(signal, 'abort').length).toBe(1)
    await clock.advance(0)
    await Promise.all(reads)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('the load of a key that everyone has given up on may fail without anyone being told', async () => {
    const { loader, clock, source, record } = productLoader()
    const loads = record('load')
    const slow = barrier()
    source.inject((execute) => hold(slow)(execute).then(() => Promise.reject(new Error('no connection'))))
    const caller = new AbortController()
    const gaveUp = outcomeOf(loader.load('a', { signal: caller.signal }))
    await slow.arrived()
    caller.abort(impatient)
    await gaveUp
    slow.open()
    await clock.advance(0)

    expect(loads).toEqual([expect.objectContaining({ failed: 1, error: new Error('no connection') })])
  })
})

describe('the context of a load', () => {
  const requests = new AsyncLocalStorage<string>()
  /** The store of AsyncLocalStorage that each load sees. */
  function spiedLoader(policy: object = {}) {
    const clock = manualClock()
    clock.draw = () => 0
    const seen: unknown[] = []
    const cache = requests.run('whoever made the cache', () => createCache({ namespace: 'shop', clock }))
    const loader = requests.run('whoever made the loader', () =>
      cache.loader(
        'product',
        async (ids: readonly string[]) => {
          await null
          seen.push(requests.getStore())
          return ids
        },
        { ttl: 1000, grace: 1000, ...policy },
      ),
    )
    return { cache, clock, loader, seen }
  }

  test('law 5: is that of createCache, not of the request that came first', async () => {
    const { loader, seen } = spiedLoader()
    const read = (request: string) => requests.run(request, () => loader.load('a'))
    await Promise.all([read('first'), read('second')])

    expect(seen).toEqual(['whoever made the cache'])
  })

  test('law 5: also in a refresh', async () => {
    const { clock, loader, seen } = spiedLoader()
    await requests.run('first', () => loader.load('a'))
    await clock.advance(1000)
    await requests.run('second', () => loader.load('a'))
    await clock.advance(0)

    expect(seen).toEqual(['whoever made the cache', 'whoever made the cache'])
  })

  test('law 5: the caller’s own context goes on after its read', async () => {
    const { loader } = spiedLoader()
    const after = await Promise.all(
      ['first', 'second'].map((request) =>
        requests.run(request, async () => {
          await loader.load('a')
          return requests.getStore()
        }),
      ),
    )

    expect(after).toEqual(['first', 'second'])
  })
})

describe('the signal of a load', () => {
  test('law 5: does not abort once the load is done, whatever happens later', async () => {
    const { cache, loader, clock, source } = productLoader({ timeout: 1000 })
    await loader.load('a')
    await clock.advance(5000)
    await cache.close()

    expect(source.calls[0]?.context.signal.aborted).toBe(false)
  })

  test('law 5: is one for each call', async () => {
    const { loader, clock, source } = productLoader({ timeout: 1000 })
    source.inject(hang())
    const first = outcomeOf(loader.load('a'))
    await clock.advance(500)
    const second = outcomeOf(loader.load('b'))
    await clock.advance(500)

    expect(source.calls.map(({ context }) => context.signal.aborted)).toEqual([true, false])
    expect(await first).toMatchObject({ error: { code: 'LARDER_SOURCE_TIMEOUT' } })
    await clock.advance(500)
    expect(await second).toMatchObject({ error: { code: 'LARDER_SOURCE_TIMEOUT' } })
  })

  test('law 5: aborts when the cache closes, and says why', async () => {
    const { cache, loader, source } = productLoader()
    source.inject(hang())
    const read = outcomeOf(loader.load('a'))
    while (source.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await cache.close({ within: 0 })

    expect(source.calls[0]?.context.signal.reason).toMatchObject({ code: 'LARDER_CLOSED' })
    expect(await read).toMatchObject({ error: { code: 'LARDER_CLOSED' } })
  })
})
