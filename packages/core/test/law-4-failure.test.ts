import { describe, expect, test } from '@jest/globals'
import { CoolingDownError, memoryStore } from '@larder/core'
import { barrier, fail, hang, hold, manualClock } from '@larder/core/testing'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

const noConnection = new Error('no connection')
const MINUTE = 60_000

/** Reads every 10 ms and notes at which times the source was called. */
async function callTimes({ loader, clock, source }: ReturnType<typeof productLoader>, ms: number) {
  const started = clock.monotonic()
  const times: number[] = []
  for (let calls = source.calls.length; clock.monotonic() - started < ms; await clock.advance(10)) {
    await outcomeOf(loader.load('a'))
    if (source.calls.length > calls) times.push(clock.monotonic() - started)
    calls = source.calls.length
  }
  return times
}

describe('a source that fails', () => {
  const cooldown = { base: 100, cap: 1000 }

  test('law 4: is called for a key after base·2ⁿ up to the cap, and not in between', async () => {
    const made = productLoader({ cooldown })
    made.source.inject(fail(noConnection))

    expect(await callTimes(made, 5000)).toEqual([0, 100, 300, 700, 1500, 2500, 3500, 4500])
  })

  test('law 4: a cool-down’s jitter only lengthens it, by a tenth at most', async () => {
    const made = productLoader({ cooldown })
    made.clock.draw = () => 0.9999999
    made.source.inject(fail(noConnection))

    expect(await callTimes(made, 2000)).toEqual([0, 110, 330, 770, 1650])
  })

  test('law 4: readers meanwhile get a CoolingDownError at once, for one command of the store', async () => {
    const { loader, clock, source, commandsOf, record } = productLoader({
      cooldown: { base: '5s', cap: '5s' },
    })
    const events = record('cool-down')
    source.inject(fail(noConnection))
    expect(await loader.loadMany(['a'])).toEqual([noConnection])
    await clock.advance(2000)

    const commands = await commandsOf(async () => {
      const [error] = (await loader.loadMany(['a'])) as [CoolingDownError]
      expect(error).toBeInstanceOf(CoolingDownError)
      expect(error).toMatchObject({ code: 'LARDER_COOLING_DOWN', retryAt: clock.now() + 3000 })
      expect(error.message).toContain('Loader "product"')
    })
    expect(commands).toEqual({ readMany: 1 })
    expect(source.calls.length).toBe(1)
    expect(events).toEqual([{ loader: 'product', id: 'a', retryAt: clock.now() + 3000, failures: 1 }])
  })

  test('law 4: retryAt is a time of this process, whatever the store’s clock says', async () => {
    const [clock, storeClock] = [manualClock(), manualClock({ now: Date.UTC(2031, 5, 5) })]
    clock.draw = () => 0
    const { loader, source } = productLoader(
      { cooldown },
      { clock, store: memoryStore({ clock: storeClock }) },
    )
    source.inject(fail())
    await outcomeOf(loader.load('a'))

    expect(await outcomeOf(loader.load('a'))).toMatchObject({ error: { retryAt: clock.now() + 100 } })
  })

  test('law 4: a load that succeeds ends it, and forgets the failures before it', async () => {
    const made = productLoader({ cooldown, ttl: 50, grace: 0 })
    made.source.inject(fail())
    await callTimes(made, 700)
    made.source.heal()

    expect(await made.loader.load('a')).toBe('old a')
    await made.clock.advance(50)
    made.source.inject(fail())
    expect(await callTimes(made, 800)).toEqual([0, 100, 300, 700])
  })

  test('law 4: failures are remembered for the cap after their cool-down, and then forgotten', async () => {
    const made = productLoader({ cooldown })
    made.source.inject(fail())
    await callTimes(made, 750) // Calls at 0, 100, 300 and 700; the next cool-down is 800.
    await made.clock.advance(1700)
    expect(await callTimes(made, 1100)).toEqual([0, 1000])

    await made.clock.advance(1000 + 1000 + 1)
    expect(await callTimes(made, 400)).toEqual([0, 100, 300])
  })

  test('law 4: an error in one slot makes that key rest, and no other', async () => {
    const { loader, source, asked } = productLoader({ cooldown: { base: '5s' } })
    source.rows.set('b', noConnection)

    expect(await loader.loadMany(['a', 'b', 'c'])).toEqual(['old a', noConnection, 'old c'])
    expect(await loader.loadMany(['a', 'b', 'c', 'x'])).toEqual([
      'old a',
      expect.any(CoolingDownError),
      'old c',
      null,
    ])
    expect(asked()).toEqual([['a', 'b', 'c'], ['x']])
  })

  test('law 4: a chunk that fails fails its own keys alone', async () => {
    const { loader, source, asked } = productLoader({ maxBatchSize: 2 })
    source.inject((execute) => (source.calls.length === 1 ? Promise.reject(noConnection) : execute()))

    expect(await loader.loadMany(['a', 'b', 'c', 'x', 'y'])).toEqual([
      noConnection,
      noConnection,
      'old c',
      null,
      null,
    ])
    expect(asked()).toEqual([['a', 'b'], ['c', 'x'], ['y']])
  })

  test('law 4: those who joined fail together and at once, with the source’s own error', async () => {
    const { loader, clock, source } = productLoader()
    const slow = barrier()
    source.inject((execute) => hold(slow)(execute).then(() => Promise.reject(noConnection)))
    const reads = []
    for (let i = 0; i < 5; i++) {
      reads.push(outcomeOf(loader.load('a')))
      await clock.advance(1)
    }
    slow.open()

    expect(await Promise.all(reads)).toEqual(Array(5).fill({ error: noConnection }))
    expect(source.calls.length).toBe(1)
  })

  test('law 4: a cool-down outlives an invalidation, which says nothing of the source’s health', async () => {
    const { loader, source } = productLoader()
    source.inject(fail(noConnection))
    await outcomeOf(loader.load('a'))
    await loader.invalidate('a')

    expect(await outcomeOf(loader.load('a'))).toEqual({ error: expect.any(CoolingDownError) })
    expect(source.calls.length).toBe(1)
  })
})

describe('a source that hangs', () => {
  test('law 4: everyone’s waiting ends at timeout, from the call on, and the signal aborts', async () => {
    const { loader, clock, source } = productLoader({ timeout: '2s' })
    source.inject(hang())
    const first = outcomeOf(loader.loadMany(['a', 'b']))
    await clock.advance(1500)
    const joined = outcomeOf(loader.load('a'))
    await clock.advance(499)
    const signal = source.calls[0]?.context.signal
    expect(signal?.aborted).toBe(false)
    await clock.advance(1)

    const error = expect.objectContaining({ name: 'SourceTimeoutError', code: 'LARDER_SOURCE_TIMEOUT' })
    expect(await first).toEqual({ value: [error, error] })
    expect(await joined).toEqual({ error })
    expect(signal?.reason).toEqual(error)
    expect(String(signal?.reason.message)).toBe(
      'Loader "product": load took longer than its timeout of 2000 ms.',
    )
    expect(await outcomeOf(loader.load('a'))).toEqual({ error: expect.any(CoolingDownError) })
    expect(source.calls.length).toBe(1)
    expect(clock.timers).toBe(0)
  })

  test('law 4: what it answers after that is discarded, and so is its rejection', async () => {
    for (const late of [async () => ['too late'], () => Promise.reject(noConnection)]) {
      const { loader, clock, source, store } = productLoader({ timeout: '2s' })
      const slow = barrier()
      source.inject((execute) => hold(slow)(execute).then(() => late() as never))
      const read = outcomeOf(loader.load('a'))
      await clock.advance(2000)
      expect(await read).toMatchObject({ error: { code: 'LARDER_SOURCE_TIMEOUT' } })
      slow.open()
      await clock.advance(MINUTE)

      expect(store.calls('fill')).toEqual([])
      source.heal()
      expect(await loader.load('a')).toBe('old a')
    }
  })
})
