/** Turns at a source where it hangs, where loads nest, and where others fill what one waits for. */
import { describe, expect, test } from '@jest/globals'
import { createReport, type LoaderPolicy, memoryStore } from '@larder/core'
import { barrier, fail, hang, hold, manualClock, times } from '@larder/core/testing'
import { observedCache, outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

type Policy = Omit<LoaderPolicy<string, string>, 'scope' | 'unscoped'>
const circuit = { failures: 0.5, minimum: 4, over: '10s', retryAfter: '5s' } as const
/** Each key in a call of its own. */
const alone = { maxBatchSize: 1 } as const
const open = { error: { code: 'LARDER_CIRCUIT_OPEN' } }

describe('a source all of whose slots hang', () => {
  test('law 4: who waits for one is told so at once, as is who comes later', async () => {
    const { loader, source, clock } = productLoader({ ...alone, source: { concurrency: 2 }, timeout: 100 })
    const slow = barrier()
    source.inject(hold(slow))
    const reads = ['1', '2', '3'].map((id) => outcomeOf(loader.load(id)))
    await clock.advance(100)
    expect(await reads[2]).toMatchObject({ error: { code: 'LARDER_OVERLOADED' } })
    expect(await outcomeOf(loader.load('4'))).toMatchObject({ error: { code: 'LARDER_OVERLOADED' } })
    slow.open()
    await Promise.all(reads)
    await clock.advance(0)
    expect(await loader.load('a')).toBe('old a')
  })

  test('law 4: those who wait for a slot are told at once when the circuit opens', async () => {
    const { loader, source, clock } = productLoader({
      ...alone,
      source: { concurrency: 5, circuit },
      timeout: 100,
    })
    source.inject(hang())
    const reads = ['1', '2', '3', '4'].map((id) => outcomeOf(loader.load(id)))
    await clock.advance(50)
    reads.push(...['5', '6'].map((id) => outcomeOf(loader.load(id))))
    await clock.advance(50)
    expect(await reads[5]).toMatchObject(open)
    await clock.advance(50)
    await Promise.all(reads)
  })

  test('law 4: while no slot is free to probe, everyone is refused at once', async () => {
    const { loader, source, clock } = productLoader({
      ...alone,
      source: { concurrency: 4, circuit },
      timeout: 100,
    })
    const slow = barrier()
    source.inject(hold(slow))
    const reads = ['1', '2', '3', '4'].map((id) => outcomeOf(loader.load(id)))
    await clock.advance(60_000)
    await Promise.all(reads)
    expect(await outcomeOf(loader.load('5'))).toMatchObject(open)
    slow.open()
    await clock.advance(0)
    expect(await loader.load('a')).toBe('old a')
  })
})

describe('refreshes', () => {
  test('law 4: take no reader’s place in the queue, and one key takes one', async () => {
    const { loader, clock, source, store } = productLoader({
      source: { concurrency: 1, queue: 1 },
      grace: '1h',
      timeout: '5m',
      waitTimeout: '10m',
    })
    await loader.loadMany(['a', 'b'])
    const slow = barrier()
    source.inject(hold(slow))
    const first = loader.load('c')
    await slow.arrived()
    for (let second = 0; second < 20; second++) {
      await clock.advance(1_000)
      await loader.load('a')
    }
    const second = loader.load('x')
    await clock.advance(0)
    source.heal()
    slow.open()
    await outcomeOf(first)
    expect(await second).toBe(null)
    await clock.advance(0)
    expect(
      store
        .calls('acquire')
        .flat()
        .filter((lease) => lease.includes('//a')).length,
    ).toBe(2)
  })
})

describe('closing', () => {
  test('law 11: no call begins afterwards, nor is anything waited for', async () => {
    for (const concurrency of [1, 2]) {
      const { loader, cache, clock, source, store } = productLoader({ source: { concurrency } })
      source.inject(hang())
      const hung = outcomeOf(loader.load('a'))
      await clock.advance(0)
      const late = barrier()
      store.inject(hold(late), 'readMany')
      const read = outcomeOf(loader.load('b'))
      await late.arrived()
      const closing = cache.close({ within: 0 })
      await clock.advance(250)
      await closing
      expect(await read).toMatchObject({ error: { code: 'LARDER_CLOSED' } })
      expect(source.countOf('b')).toBe(0)
      await hung
      late.open()
    }
  })
})

describe('a load within a load', () => {
  /** Two processes; in each `outer` loads through `inner`, of the same source. */
  function nested(store = memoryStore(), clock = manualClock(), policy: Policy = {}) {
    const observed = observedCache({ store, clock })
    const slow = barrier()
    const calls = { outer: 0, inner: 0 }
    let fault: ((run: () => Promise<string[]>) => Promise<string[]>) | undefined
    const source = { name: 'db', concurrency: 1, circuit }
    const inner = observed.cache.loader(
      'inner',
      async (ids: readonly string[]) => {
        calls.inner++
        const answer = async () => ids.map((id) => `inner ${id}`)
        return fault === undefined ? answer() : fault(answer)
      },
      { source, ...policy },
    )
    const outer = observed.cache.loader(
      'outer',
      async (ids: readonly string[]) => {
        calls.outer++
        return inner.loadMany(ids.map((id) => id.slice(0, 1)))
      },
      { source, ...policy },
    )
    const inject = (next: typeof fault) => {
      fault = next
    }
    return { ...observed, inner, outer, calls, slow, inject }
  }

  /** One process loads `a` of `inner`, and holds its lease until the test lets it. */
  async function underLease() {
    const clock = manualClock()
    const store = memoryStore({ clock })
    const [one, other] = [nested(store, clock), nested(store, clock)]
    one.inject(async (answer) => {
      await one.slow.pass()
      return answer()
    })
    const first = one.inner.load('a')
    await one.slow.arrived()
    return { clock, one, other, first }
  }

  test('law 4: that waits for another process’s lease goes on when it is woken', async () => {
    const { clock, one, other, first } = await underLease()
    const second = other.outer.load('a')
    await clock.advance(10)
    one.slow.open()
    await first
    await clock.advance(300)
    expect(await second).toBe('inner a')
    expect(other.calls).toEqual({ outer: 1, inner: 0 })
  })

  test('law 4: nor is it held up by a reader’s flight that waits for a lease, and that it joins', async () => {
    const { clock, one, other, first } = await underLease()
    const reader = other.inner.load('a')
    await clock.advance(10)
    const second = other.outer.load('a')
    await clock.advance(10)
    one.slow.open()
    await first
    await clock.advance(300)
    expect(await Promise.all([reader, second])).toEqual(['inner a', 'inner a'])
  })

  test('law 4: of sources that load from each other, all of whose slots are taken, is not held up', async () => {
    const { cache, clock } = observedCache()
    const both = barrier()
    const policy = (name: string) => ({ source: { name, concurrency: 1 } }) as Policy
    const meet = async (id: string) => {
      if (id !== 'first') return
      await both.pass()
    }
    const x = cache.loader(
      'x',
      async (ids: readonly string[]): Promise<string[]> => {
        for (const id of ids) await meet(id)
        return ids.includes('first') ? [String(await y.load('second'))] : ids.map((id) => `x ${id}`)
      },
      policy('X'),
    )
    const y = cache.loader(
      'y',
      async (ids: readonly string[]): Promise<string[]> => {
        for (const id of ids) await meet(id)
        return ids.includes('first') ? [String(await x.load('second'))] : ids.map((id) => `y ${id}`)
      },
      policy('Y'),
    )
    const reads = [x.load('first'), y.load('first')]
    await both.arrived(2)
    both.open()
    await clock.advance(0)
    expect(await Promise.all(reads)).toEqual(['y second', 'x second'])
  })

  test('law 4: takes a slot where one is free', async () => {
    const { cache, clock } = observedCache()
    const slow = barrier()
    const source = { name: 'db', concurrency: 2 }
    const load = async (ids: readonly string[]) => {
      await slow.pass()
      return ids
    }
    const inner = cache.loader('inner', load, { source })
    const outer = cache.loader('outer', async (ids: readonly string[]) => inner.loadMany(ids), { source })
    const reads = [outer.load('a')]
    await slow.arrived()
    reads.push(inner.load('b'))
    await clock.advance(0)
    expect(slow.waiting).toBe(1)
    slow.open()
    expect(await Promise.all(reads)).toEqual(['a', 'b'])
  })

  test('law 4: a probe that nests closes the circuit', async () => {
    const { outer, inner, clock, inject } = nested(undefined, manualClock(), {
      cooldown: { base: 1, cap: 1 },
    })
    inject(() => Promise.reject(new Error('no connection')))
    for (const id of ['a', 'b', 'c', 'd']) await outcomeOf(inner.load(id))
    expect(await outcomeOf(inner.load('e'))).toMatchObject(open)
    inject(undefined)
    await clock.advance(5_000)
    expect(await outer.load('f')).toBe('inner f')
    expect(await inner.load('g')).toBe('inner g')
  })

  test('law 4: what it was refused is no failure of its source, and cools down as any error', async () => {
    const { cache, clock } = observedCache()
    const upstream = cache.loader('up', () => Promise.reject(new Error('no connection')), {
      source: { circuit: { ...circuit, minimum: 1 } },
    } as Policy)
    await outcomeOf(upstream.load('q'))
    let asked = 0
    const rows = cache.loader(
      'row',
      async (ids: readonly string[]) =>
        Promise.all(
          ids.map(async (id) => {
            if (id === 'refused') return upstream.load('other').catch((error: Error) => error)
            if (id === 'broken') asked++
            return id === 'broken' ? new Error('broken row') : id
          }),
        ),
      { source: { circuit }, cooldown: { base: '10s' } },
    )
    for (let i = 0; i < 10; i++) await rows.loadMany(['refused', 'broken', `fine ${i}`])
    expect(asked).toBe(1)
    for (let i = 0; i < 10; i++) await outcomeOf(rows.load('refused'))
    expect(await rows.load('fine')).toBe('fine')
    await clock.advance(0)
  })
})

test('law 4: who queues for a slot while the store hangs does not wait for it again', async () => {
  const { loader, clock, source, store } = productLoader({ ...alone, source: { concurrency: 1 } })
  store.inject(hang(), 'acquire')
  const reads = ['1', '2', '3', '4'].map((id) => loader.load(id))
  await clock.advance(250)
  await Promise.all(reads)
  expect(source.calls.map(({ ids }) => ids)).toEqual([['1'], ['2'], ['3'], ['4']])
  expect(store.calls('acquire').length).toBe(1)
})

describe('who waits for another process’s load', () => {
  async function waiting(before: (other: ReturnType<typeof productLoader>) => Promise<unknown>) {
    const clock = manualClock()
    const store = memoryStore({ clock })
    const one = productLoader({}, { clock, store })
    const other = productLoader({ source: { concurrency: 1, circuit }, timeout: '2s' }, { clock, store })
    const slow = barrier()
    one.source.inject(hold(slow))
    const first = one.loader.load('a')
    await slow.arrived()
    const report = createReport()
    const second = outcomeOf(other.loader.load('a', { report }))
    await clock.advance(1)
    await before(other)
    slow.open()
    await first
    await clock.advance(300)
    return { second, report, other }
  }

  test('law 2: needs no slot to see that it is there', async () => {
    const slow = barrier()
    const { second, other } = await waiting(async ({ loader, source, clock }) => {
      source.inject(hold(slow))
      void outcomeOf(loader.load('b'))
      await clock.advance(1)
    })
    expect(await second).toEqual({ value: 'old a' })
    expect(other.source.countOf('a')).toBe(0)
    slow.open()
  })

  test('law 2: nor is it refused it by a circuit that has opened meanwhile', async () => {
    const { second } = await waiting(async ({ loader, source }) => {
      source.inject(times(4, fail(new Error('no connection'))))
      for (let i = 0; i < 4; i++) await outcomeOf(loader.load(`absent ${i}`))
      expect(await outcomeOf(loader.load('absent'))).toMatchObject(open)
    })
    expect(await second).toEqual({ value: 'old a' })
  })
})
