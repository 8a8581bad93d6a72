/** Who finds no slot free: on which call they get, in what order these come, and what they find without a turn. */
import { describe, expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { barrier, fail, hang, hold, manualClock } from '@larder/core/testing'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'
import { slow } from './support/slow.ts'
import { releases } from './support/versions.ts'

const one = { source: { concurrency: 1 } } as const
const OVERLOADED = { error: { code: 'LARDER_OVERLOADED' } }

/** A loader whose only slot is taken, until the test frees it. */
async function busy(
  policy: Parameters<typeof productLoader>[0] = {},
  options: Parameters<typeof productLoader>[1] = {},
) {
  const it = productLoader({ ...one, ...policy }, options)
  const first = barrier()
  it.source.inject(hold(first))
  const running = outcomeOf(it.loader.load('running'))
  await first.arrived()
  it.source.heal()
  const calls = () => it.asked().slice(1)
  return { ...it, calls, free: () => first.open(), running }
}

describe('a call that waits for its turn', () => {
  test('law 4: takes those along who come meanwhile, each key once, up to maxBatchSize', async () => {
    const { loader, calls, free, clock } = await busy({ maxBatchSize: 3 })
    const reads: Promise<unknown>[] = []
    for (const id of ['a', 'b', 'a', 'c', '1', '2']) {
      reads.push(loader.load(id))
      await clock.advance(1)
    }
    free()
    await Promise.all(reads)
    expect(calls()).toEqual([
      ['a', 'b', 'c'],
      ['1', '2'],
    ])
  })

  test('law 4: is for one loader in one scope', async () => {
    const { cache, clock, free } = await busy({ source: { name: 'db', concurrency: 1 } })
    const asked: unknown[] = []
    const carts = cache.loader(
      'cart',
      async (ids: readonly string[], { scope }) => {
        asked.push([scope, ids])
        return ids.map((id) => `${scope} ${id}`)
      },
      { scope: (user: string) => user, source: { name: 'db' } },
    )
    const reads = ['ann', 'bob', 'ann'].map((user, i) => carts.for(user).load(`${i}`))
    await clock.advance(1)
    free()
    expect(await Promise.all(reads)).toEqual(['ann 0', 'bob 1', 'ann 2'])
    expect(asked).toEqual([
      ['ann', ['0', '2']],
      ['bob', ['1']],
    ])
  })

  test('law 4: a slow store does not leave the source idle: what queues is loaded together', async () => {
    const { loader, source, store, clock } = productLoader()
    store.injectEverywhere(slow(clock, 120))
    source.inject(slow(clock, 10))
    const outcomes: Promise<unknown>[] = []
    for (let i = 0; i < 2_000; i++) {
      outcomes.push(outcomeOf(loader.load(`${i}`)))
      if (i % 20 === 19) await clock.advance(1)
    }
    await clock.advance(1_000)
    for (const outcome of outcomes) expect(await outcome).toEqual({ value: null })
    // Those of the first 16 turns, and what has queued meanwhile.
    expect(source.calls.length).toBeLessThan(40)
  })

  test('law 4: each on it has patience of its own, and who has lost it is told of', async () => {
    const policy = { source: { name: 'db', concurrency: 1 }, timeout: 1_000, waitTimeout: 5_000 }
    const { cache, loader, source, clock, record } = productLoader(policy)
    const overloads = record('overloaded')
    const running = barrier()
    const patient = cache.loader('patient', async () => (await hold(running)(async () => [])) as never, {
      source: { name: 'db' },
      timeout: '1h',
    })
    const first = outcomeOf(patient.load('x'))
    await clock.advance(0)
    const early = outcomeOf(loader.load('a'))
    await clock.advance(3_000)
    const late = outcomeOf(loader.load('b'))
    await clock.advance(2_000)
    expect(await early).toMatchObject(OVERLOADED)
    expect(overloads).toMatchObject([{ loader: 'product', source: 'db', ids: ['a'] }])
    expect(overloads[0]?.error.message).toContain('that came before have taken too long')
    running.open()
    expect(await late).toEqual({ value: 'old b' })
    await first
    expect(source.calls.map(({ ids }) => ids)).toEqual([['b']])
    await clock.advance(0)
    expect(clock.timers).toBe(0)
  })

  test('law 4: where the queue is full, or all hang, the error says which', async () => {
    const full = await busy({ source: { concurrency: 1, queue: 0 } })
    expect(await outcomeOf(full.loader.load('a'))).toMatchObject({
      error: { message: expect.stringContaining('too many loads of the source "product" are waiting') },
    })
    full.free()
    const { loader, source, clock } = productLoader(one)
    source.inject(hang())
    void outcomeOf(loader.load('a'))
    await clock.advance(3_000)
    expect(await outcomeOf(loader.load('b'))).toMatchObject({
      error: {
        message: expect.stringContaining(
          'all loads of the source "product" that may run at once have timed out',
        ),
      },
    })
  })

  test('law 4: a key that is invalidated again and again takes one place', async () => {
    const { loader, calls, free, clock } = await busy({
      source: { concurrency: 1, queue: 2 },
      maxBatchSize: 1,
    })
    const reads: Promise<unknown>[] = []
    for (let i = 0; i < 20; i++) {
      reads.push(loader.load('a'))
      await clock.advance(10)
      await loader.invalidate('a')
    }
    const other = loader.load('b')
    await clock.advance(1)
    free()
    expect(await Promise.all([...reads, other])).toEqual([...Array(20).fill('old a'), 'old b'])
    expect(calls()).toEqual([['a'], ['b']])
  })

  test('law 4: is left by who a load waits for, and gives up its place when nobody else is on it', async () => {
    const { cache, loader, source, clock } = productLoader({
      source: { name: 'db', concurrency: 1, queue: 1 },
    })
    const going = barrier()
    const outer = cache.loader(
      'outer',
      async () => {
        await hold(going)(async () => {})
        return [await loader.load('a')]
      },
      { source: { name: 'db' } },
    )
    const first = outer.load('x')
    await going.arrived()
    const queued = loader.load('a')
    await clock.advance(1)
    going.open()
    expect(await first).toBe('old a')
    expect(await queued).toBe('old a')
    expect(await loader.load('b')).toBe('old b')
    expect(source.calls.map(({ ids }) => ids)).toEqual([['a'], ['b']])
  })

  test('law 11: is sent away when the cache closes, and leaves no timer', async () => {
    const { cache, loader, clock, free, running } = await busy()
    const outcomes = ['a', 'b'].map((id) => outcomeOf(loader.load(id)))
    await clock.advance(1)
    const closing = cache.close({ within: 0 })
    for (const outcome of outcomes) expect(await outcome).toMatchObject({ error: { code: 'LARDER_CLOSED' } })
    await clock.advance(1_000)
    await closing
    free()
    await running
    expect(clock.timers).toBe(0)
  })
})

describe('the order of those who queue', () => {
  test.each([
    ['is well', undefined],
    ['refuses writes', fail(new Error('OOM command not allowed'))],
  ])('law 4: is that in which they came, while the store %s', async (_, fault) => {
    const { loader, source, store, clock } = productLoader({ ...one, maxBatchSize: 1 })
    source.inject(slow(clock, 400))
    if (fault !== undefined) store.inject(fault, 'acquire', 'fill', 'release', 'fail')
    const reads: Promise<unknown>[] = []
    for (let i = 0; i < 30; i++) {
      reads.push(outcomeOf(loader.load(`${i}`)))
      await clock.advance(250)
    }
    await clock.advance(60_000)
    await Promise.all(reads)
    const loaded = source.calls.map(({ ids }) => Number(ids[0]))
    expect(loaded).toEqual([...loaded].sort((a, b) => a - b))
    expect(loaded).toHaveLength(30)
  })

  test('law 4: they wait as long for a turn while the store is out', async () => {
    const { loader, source, store, clock } = productLoader({ ...one, maxBatchSize: 1 })
    source.inject(slow(clock, 1_000))
    store.injectEverywhere(fail())
    const outcomes = Promise.all(Array.from({ length: 12 }, (_, i) => outcomeOf(loader.load(`${i}`))))
    await clock.advance(10_001)
    const values = (await outcomes).filter((outcome) => 'value' in outcome)
    expect(values).toHaveLength(10)
  })
})

describe('who queues while another process loads', () => {
  async function twoProcesses(policy: Parameters<typeof busy>[0] = {}) {
    const clock = manualClock()
    const store = memoryStore({ clock })
    const here = await busy(policy, { clock, store })
    const other = productLoader({}, { clock, store })
    return { here, other, clock }
  }

  test('law 2: finds what is stored meanwhile without a turn, and so does who comes later', async () => {
    const { here, other, clock } = await twoProcesses()
    const first = here.loader.load('a')
    await clock.advance(1)
    await other.loader.load('a')
    await clock.advance(400)
    expect(await first).toBe('old a')
    const before = clock.monotonic()
    expect(await here.loader.load('a')).toBe('old a')
    expect(clock.monotonic()).toBe(before)
    expect(here.calls()).toEqual([])
    here.free()
  })

  test('law 2: hears of a prime at once', async () => {
    const { here, other, clock } = await twoProcesses()
    const first = here.loader.load('a')
    await clock.advance(30)
    await other.loader.prime('a', 'primed')
    await clock.advance(1)
    expect(await first).toBe('primed')
    here.free()
  })

  test('law 4: leaves its place to others once it has found all', async () => {
    const { here, other, clock } = await twoProcesses({ source: { concurrency: 1, queue: 1 } })
    const first = here.loader.load('a')
    await clock.advance(1)
    await other.loader.load('a')
    await clock.advance(400)
    await first
    const second = here.loader.load('b')
    await clock.advance(1)
    here.free()
    expect(await second).toBe('old b')
  })

  test('law 4: gives back a turn that comes when it has found all', async () => {
    const { here, other, clock } = await twoProcesses()
    const first = here.loader.load('a')
    await clock.advance(1)
    await other.loader.load('a')
    const looking = barrier()
    here.store.inject(hold(looking), 'readMany')
    await clock.advance(400)
    await looking.arrived()
    here.store.heal()
    here.free()
    await clock.advance(1)
    looking.open()
    expect(await first).toBe('old a')
    expect(await here.loader.load('b')).toBe('old b')
  })

  test('law 3: is not given what an undelivered invalidation has left in the store', async () => {
    const { here, other, clock } = await twoProcesses()
    const first = outcomeOf(here.loader.load('a'))
    await clock.advance(1)
    await other.loader.prime('a', 'before')
    here.store.inject(fail(), 'invalidate')
    await here.loader.invalidate('a').catch(() => {})
    const second = here.loader.load('a')
    await clock.advance(90)
    here.free()
    await clock.advance(1)
    expect(await second).toBe('old a')
    await first
  })

  test('law 3: is not given what was invalidated while it looked', async () => {
    const { here, clock } = await twoProcesses()
    const first = outcomeOf(here.loader.load('a'))
    await clock.advance(1)
    await here.loader.prime('a', 'before')
    const looking = barrier()
    here.store.inject(hold(looking), 'readMany')
    await clock.advance(400)
    await looking.arrived()
    here.store.heal()
    const invalidating = here.loader.invalidate('a')
    const second = here.loader.load('a')
    looking.open()
    await invalidating
    await clock.advance(400)
    here.free()
    await clock.advance(400)
    expect(await second).toBe('old a')
    await first
  })

  test('law 4: asks the store for that ever more rarely, in one command for all on its call', async () => {
    const { here, clock } = await twoProcesses()
    const reads = Array.from({ length: 100 }, (_, i) => outcomeOf(here.loader.load(`${i}`)))
    await clock.advance(1)
    const before = here.store.calls('readMany').length
    await clock.advance(9_900)
    const looks = here.store.calls('readMany').slice(before)
    expect(looks.map((keys) => keys.length)).toEqual(looks.map(() => 100))
    expect(looks.length).toBeGreaterThan(4)
    expect(looks.length).toBeLessThan(12)
    here.free()
    await Promise.all(reads)
  })
})

describe('an older version’s entry', () => {
  async function older(policy: Parameters<ReturnType<typeof releases>['release']>[2]) {
    const world = releases()
    await world.release(1, [], { grace: '1h' }).loader.load('a')
    const two = world.release(2, [1], policy)
    two.source.inject(hang())
    return { ...world, two }
  }

  test.each([
    ['all slots are taken', { source: { concurrency: 1 } }, 1],
    ['the queue is full', { source: { concurrency: 1, queue: 0 } }, 1],
    ['all loads hang', { source: { concurrency: 1 } }, 4_000],
    ['the circuit is open', { source: { concurrency: 3, circuit: { minimum: 1, retryAfter: '1h' } } }, 4_000],
  ] as const)('law 9: needs no turn where %s', async (_, policy, ms) => {
    const { two, clock, store } = await older(policy)
    const hanging = outcomeOf(two.loader.load('x'))
    await clock.advance(ms)
    const acquires = store.calls('acquire').length
    expect(await two.loader.load('a')).toEqual({ v: 1, to: 2 })
    expect(store.calls('acquire')).toHaveLength(acquires)
    await two.cache.close({ within: 0 })
    await hanging
  })

  test('law 9: is given to who queued when the circuit opened', async () => {
    const { two, clock } = await older({
      source: { concurrency: 1, circuit: { minimum: 1, retryAfter: '1h' } },
    })
    const hanging = outcomeOf(two.loader.load('x'))
    await clock.advance(1)
    const queued = outcomeOf(two.loader.loadMany(['a', 'y']))
    await clock.advance(4_000)
    expect(await queued).toEqual({
      value: [{ v: 1, to: 2 }, expect.objectContaining({ code: 'LARDER_CIRCUIT_OPEN' })],
    })
    await hanging
  })

  test('law 4: costs no lease while the circuit is open, and nothing for what is stale', async () => {
    const { two, clock, store } = await older({
      grace: '1h',
      cooldown: { base: 1, cap: 1 },
      source: { circuit: { minimum: 1, retryAfter: '1h' } },
    })
    await two.loader.load('a')
    void outcomeOf(two.loader.load('x'))
    await clock.advance(15_000)
    const before = { acquire: store.calls('acquire').length, readMany: store.calls('readMany').length }
    for (let i = 0; i < 10; i++) await two.loader.load('a')
    for (let i = 0; i < 10; i++) await outcomeOf(two.loader.load(`new ${i}`))
    expect(store.calls('acquire')).toHaveLength(before.acquire)
    expect(store.calls('readMany')).toHaveLength(before.readMany + 10 + 20)
  })
})
