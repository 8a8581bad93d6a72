/** A source that is slow or fails: how many calls it gets at once, and when it gets none. */
import { describe, expect, test } from '@jest/globals'
import { CircuitOpenError, type LoaderPolicy, OptionError, OverloadedError } from '@larder/core'
import { barrier, fail, hang, hold, loaderSpy, times } from '@larder/core/testing'
import { observedCache, outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

type Policy = Omit<LoaderPolicy<string, string>, 'scope' | 'unscoped'>

/** Loaders over one source that answers an ID with itself, once the test lets it. */
function heldLoaders() {
  const observed = observedCache()
  const slow = barrier()
  const source = loaderSpy<string, string>()
  source.inject(hold(slow))
  source.answer((ids) => ids)
  const define = (name: string, policy: Policy) => observed.cache.loader(name, source.load, policy)
  return { ...observed, slow, source, define }
}

describe('the limit', () => {
  test('law 4: no more than `concurrency` calls run; the next in line follows when one ends', async () => {
    const { define, slow, source, clock } = heldLoaders()
    const rows = define('row', { source: { concurrency: 2 }, maxBatchSize: 1 })
    const reads = ['a', 'b', 'c', 'd'].map((id) => rows.load(id))
    await clock.advance(0)
    expect(source.calls.map(({ ids }) => ids)).toEqual([['a'], ['b']])
    slow.open()
    expect(await Promise.all(reads)).toEqual(['a', 'b', 'c', 'd'])
    expect(source.calls.length).toBe(4)
  })

  test('law 4: loaders that name the same source share it', async () => {
    const { define, slow, source, clock } = heldLoaders()
    const [one, other] = [
      define('one', { source: { name: 'db', concurrency: 2 } }),
      define('other', { source: { name: 'db' } }),
    ]
    const reads = [one.load('a'), other.load('a'), one.load('b'), other.load('b')]
    await clock.advance(0)
    expect(source.calls.length).toBe(2)
    slow.open()
    await Promise.all(reads)
  })

  test('law 4: who waits for a slot holds no lease', async () => {
    const { define, slow, store, clock } = heldLoaders()
    const rows = define('row', { source: { concurrency: 1 }, maxBatchSize: 1 })
    const reads = [rows.load('a'), rows.load('b')]
    await clock.advance(0)
    expect(store.calls('acquire').flat()).toEqual(['shop:{row//a}:lease'])
    slow.open()
    await Promise.all(reads)
  })

  test('law 4: a load that has timed out keeps its slot until it really ends', async () => {
    const { define, slow, source, clock } = heldLoaders()
    const rows = define('row', { source: { name: 'db', concurrency: 2 }, timeout: 1_000 })
    const patient = define('patient', { source: { name: 'db' }, timeout: '1m' })
    const first = outcomeOf(rows.load('a'))
    const other = patient.load('a')
    await clock.advance(0)
    const second = rows.load('b')
    await clock.advance(2_000)
    expect(await first).toMatchObject({ error: { code: 'LARDER_SOURCE_TIMEOUT' } })
    expect(source.calls.length).toBe(2)
    slow.open()
    expect(await Promise.all([other, second])).toEqual(['a', 'b'])
  })

  test('law 4: with the queue full a read gets an OverloadedError at once', async () => {
    const { define, slow, source, clock } = heldLoaders()
    const rows = define('row', { source: { name: 'db', concurrency: 1, queue: 1 }, maxBatchSize: 1 })
    const reads = [rows.load('a'), rows.load('b')]
    await clock.advance(0)
    const outcome = await outcomeOf(rows.load('c'))
    expect(outcome).toMatchObject({ error: { code: 'LARDER_OVERLOADED' } })
    expect((outcome as { error: Error }).error).toBeInstanceOf(OverloadedError)
    expect((outcome as { error: Error }).error.message).toContain('"db"')
    slow.open()
    expect(await Promise.all(reads)).toEqual(['a', 'b'])
    expect(source.countOf('c')).toBe(0)
  })

  test('law 4: nobody waits for a slot for longer than waitTimeout', async () => {
    const { define, slow, clock } = heldLoaders()
    const rows = define('row', { source: { name: 'db', concurrency: 1 }, timeout: 1_000, waitTimeout: 5_000 })
    const first = outcomeOf(define('patient', { source: { name: 'db' }, timeout: '1m' }).load('a'))
    const second = outcomeOf(rows.load('b'))
    await clock.advance(5_000)
    expect(await second).toMatchObject({ error: { code: 'LARDER_OVERLOADED' } })
    slow.open()
    await first
  })

  test('law 4: with the queue full a stale value is served, and its refresh let go', async () => {
    const { loader, clock, source } = productLoader({ source: { concurrency: 1, queue: 0 } })
    await loader.load('a')
    const slow = barrier()
    source.inject(hold(slow))
    const read = loader.load('b')
    await clock.advance(10_000)
    expect(await loader.load('a')).toBe('old a')
    await clock.advance(0)
    expect(source.countOf('a')).toBe(1)
    slow.open()
    await outcomeOf(read)
    expect(await loader.load('a')).toBe('old a')
    await clock.advance(0)
    expect(source.countOf('a')).toBe(2)
  })

  test('law 11: closing sends everyone away who waits for a slot', async () => {
    const { define, cache, clock } = heldLoaders()
    const rows = define('row', { source: { concurrency: 1 } })
    const reads = ['a', 'b'].map((id) => outcomeOf(rows.load(id)))
    await clock.advance(0)
    await cache.close({ within: 0 })
    for (const read of reads) expect(await read).toMatchObject({ error: { code: 'LARDER_CLOSED' } })
    expect(clock.timers).toBe(0)
  })

  test('limits of a source are defined once: others are refused', () => {
    const { define } = heldLoaders()
    define('one', { source: { name: 'db', concurrency: 2 } })
    define('another', { source: { name: 'db', concurrency: 2 } })
    const clash = () => define('other', { source: { name: 'db', concurrency: 3 } })
    expect(clash).toThrow(OptionError)
    expect(clash).toThrow(/has already, {"concurrency":2,.*received {"concurrency":3,/)
  })
})

describe('a load within a load', () => {
  /** `outer` loads its rows through `inner`. */
  function nested(policy: { outer: Policy; inner: Policy }) {
    const { cache, clock } = observedCache()
    const calls = { outer: 0, inner: 0 }
    const inner = cache.loader(
      'inner',
      async (ids: readonly string[]) => {
        calls.inner++
        return ids.map((id) => `inner ${id}`)
      },
      policy.inner,
    )
    const outer = cache.loader(
      'outer',
      async (ids: readonly string[]) => {
        calls.outer++
        return inner.loadMany(ids)
      },
      policy.outer,
    )
    return { cache, clock, calls, inner, outer }
  }

  test.each([
    ['of the same source', 'db', 'db'],
    ['of another source', 'db', 'other'],
  ])('law 4: %s is not held up by it', async (_, one, other) => {
    const { outer, calls } = nested({
      outer: { source: { name: one, concurrency: 1 }, maxBatchSize: 1 },
      inner: { source: { name: other, concurrency: 1 }, maxBatchSize: 1 },
    })
    expect(await Promise.all([outer.load('a'), outer.load('b')])).toEqual(['inner a', 'inner b'])
    expect(calls).toEqual({ outer: 2, inner: 2 })
  })

  test('law 4: nor by one that waits in the queue, and that it joins', async () => {
    const { outer, inner, clock, calls } = nested({
      outer: { source: { name: 'db', concurrency: 1 } },
      inner: { source: { name: 'db', concurrency: 1 } },
    })
    // `outer` takes the slot, and reads only when `inner` waits for it.
    const reads = [outer.load('a'), inner.load('a')]
    await clock.advance(0)
    expect(await Promise.all(reads)).toEqual(['inner a', 'inner a'])
    expect(calls.inner).toBe(1)
  })
})

describe('the circuit', () => {
  const circuit = { failures: 0.5, minimum: 4, over: '10s', retryAfter: '5s' } as const

  /** A loader whose circuit has opened. */
  async function opened(policy: Policy = {}) {
    const made = productLoader({ source: { name: 'db', circuit }, ...policy })
    const events = made.record('circuit')
    await made.loader.load('a')
    made.source.inject(fail(new Error('no connection')))
    for (let i = 0; i < 4; i++) await outcomeOf(made.loader.load(`absent ${i}`))
    await made.clock.advance(0)
    return { ...made, events, before: made.source.calls.length }
  }

  test('law 4: opens on failures; then the source gets no call, and readers an error at once', async () => {
    const { loader, source, clock, before, events, commandsOf } = await opened()
    const commands = await commandsOf(async () => {
      for (let i = 0; i < 10; i++) {
        const outcome = await outcomeOf(loader.load(`more ${i}`))
        expect(outcome).toMatchObject({
          error: { code: 'LARDER_CIRCUIT_OPEN', retryAt: clock.now() + 5_000 },
        })
        expect((outcome as { error: Error }).error).toBeInstanceOf(CircuitOpenError)
      }
    })
    expect(source.calls.length).toBe(before)
    expect(commands).toEqual({ readMany: 10 })
    expect(events).toEqual([{ of: 'source', name: 'db', state: 'open' }])
  })

  test('law 4: counts timeouts as failures', async () => {
    const { loader, source, clock } = productLoader({ source: { circuit }, timeout: 100, maxBatchSize: 1 })
    source.inject(hang())
    const reads = Array.from({ length: 4 }, (_, i) => outcomeOf(loader.load(`${i}`)))
    await clock.advance(100)
    await Promise.all(reads)
    expect(await outcomeOf(loader.load('more'))).toMatchObject({ error: { code: 'LARDER_CIRCUIT_OPEN' } })
  })

  test('law 4: counts a call as failed that answered errors only, and no other', async () => {
    const { loader, source } = productLoader({ source: { circuit } })
    for (let i = 0; i < 10; i++) source.rows.set(`bad ${i}`, new Error('broken row'))
    for (let i = 0; i < 4; i++) await loader.loadMany([`unknown ${i}`, `bad ${i}`])
    expect(await loader.load('a')).toBe('old a')
    for (let i = 4; i < 10; i++) await outcomeOf(loader.load(`bad ${i}`))
    expect(await outcomeOf(loader.load('b'))).toMatchObject({ error: { code: 'LARDER_CIRCUIT_OPEN' } })
  })

  test('law 4: what is stale is served meanwhile, without a command for its refresh', async () => {
    const { loader, clock, before, source, commandsOf } = await opened({
      source: { circuit: { ...circuit, retryAfter: '1h' } },
    })
    await clock.advance(10_000)
    const commands = await commandsOf(async () => expect(await loader.load('a')).toBe('old a'))
    expect(commands).toEqual({ readMany: 1 })
    expect(source.calls.length).toBe(before)
  })

  test('law 4: one call probes, and while it does everyone else is refused', async () => {
    const { loader, source, clock, before, events } = await opened()
    await clock.advance(5_000)
    source.heal()
    const slow = barrier()
    source.inject(hold(slow))
    const probe = loader.load('b')
    await slow.arrived()
    expect(await outcomeOf(loader.load('c'))).toMatchObject({ error: { code: 'LARDER_CIRCUIT_OPEN' } })
    expect(source.calls.length).toBe(before + 1)
    slow.open()
    expect(await probe).toBe('old b')
    expect(await loader.load('c')).toBe('old c')
    expect(events.map(({ state }) => state)).toEqual(['open', 'closed'])
  })

  test('law 4: a probe that fails keeps it open', async () => {
    const { loader, source, clock, before } = await opened()
    await clock.advance(5_000)
    for (let i = 0; i < 5; i++) await outcomeOf(loader.load('b'))
    expect(source.calls.length).toBe(before + 1)
  })

  test('law 4: a load that was waiting when it opened gives its lease back, and its key does not cool down', async () => {
    const { loader, source, clock, store } = productLoader({
      source: { concurrency: 4, circuit },
      maxBatchSize: 1,
      cooldown: { base: '1h', cap: '1h' },
    })
    const slow = barrier()
    source.inject(hold(slow))
    source.answer(() => {
      throw new Error('no connection')
    })
    const failing = ['1', '2', '3', '4'].map((id) => outcomeOf(loader.load(id)))
    await slow.arrived(4)
    const waiting = ['5', '6'].map((id) => outcomeOf(loader.load(id)))
    await clock.advance(0)
    slow.open()
    await Promise.all(failing)
    for (const outcome of waiting)
      expect(await outcome).toMatchObject({ error: { code: 'LARDER_CIRCUIT_OPEN' } })
    await clock.advance(5_000)
    source.heal()
    source.answer((ids) => ids)
    expect(await loader.load('5')).toBe('5')
    expect(store.calls('fail').flat().length).toBe(4)
  })

  test('law 9: an older version’s entry is converted meanwhile', async () => {
    const { cache, loader } = await opened()
    const next = cache.loader('product-2', async () => Promise.reject(new Error('no connection')), {
      source: { name: 'db' },
    } as Policy)
    await expect(next.load('a')).rejects.toThrow(CircuitOpenError)
    expect(await loader.load('a')).toBe('old a')
  })

  test('law 4: a reader within the window of a failing probe is told when the next may go', async () => {
    const { loader, source, clock } = await opened()
    await clock.advance(5_000)
    source.inject(times(1, hang()))
    const probe = outcomeOf(loader.load('b'))
    await clock.advance(1_000)
    const { error } = (await outcomeOf(loader.load('c'))) as { error: CircuitOpenError }
    expect(error.retryAt).toBe(clock.now() + 5_000)
    await clock.advance(10_000)
    await probe
  })
})
